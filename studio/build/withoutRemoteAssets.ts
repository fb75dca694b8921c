const fontFaces = /@font-face\s*\{[^}]*\}/g
const scripts = /<script\b[^>]*\ssrc="https?:\/\/[^>]*><\/script>\s*/g

/** Removes fonts and scripts of other hosts from CSS or HTML. System fonts are used instead. */
export function stripRemoteAssets(source: string): string {
  return source.replace(fontFaces, (rule) => (/https?:\/\//.test(rule) ? '' : rule)).replace(scripts, '')
}

interface EmittedFile {
  type: 'asset' | 'chunk'
  fileName: string
  source?: string | Uint8Array
}

/** Vite plugin: the built Studio loads nothing from other hosts, so it works offline. */
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
