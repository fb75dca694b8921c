const fontFaces = /@font-face\s*\{[^}]*\}/g
const scripts = /<script\b[^>]*\ssrc="https?:\/\/[^>]*><\/script>\s*/g

/** Takes web fonts and scripts of other hosts out of a style sheet or a page; the Studio then uses the system's fonts. */
export function stripRemoteAssets(source: string): string {
  return source.replace(fontFaces, (rule) => (/https?:\/\//.test(rule) ? '' : rule)).replace(scripts, '')
}

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
