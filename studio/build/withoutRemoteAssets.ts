import {stripRemoteAssets} from './stripRemoteAssets.ts'

interface EmittedFile {
  type: 'asset' | 'chunk'
  fileName: string
  source?: string | Uint8Array
}

/** A Vite plugin: the built Studio names no other host for what it loads, so that it works offline and without a trace. */
export function withoutRemoteAssets() {
  return {
    name: 'without-remote-assets',
    apply: 'build' as const,
    generateBundle: {
      order: 'post' as const,
      handler(_options: unknown, bundle: Record<string, EmittedFile>) {
        for (const file of Object.values(bundle)) {
          if (file.source === undefined || !/\.(css|html)$/.test(file.fileName)) continue
          const text = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
          file.source = stripRemoteAssets(text)
        }
      },
    },
  }
}
