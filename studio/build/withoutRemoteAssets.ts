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

/** Vite plugin: the Studio loads nothing from other hosts, built or in development, so it works offline. */
export function withoutRemoteAssets() {
  return {
    name: 'without-remote-assets',
    enforce: 'pre' as const,
    transform: {
      filter: {id: /\.css$/},
      handler: (source: string) => ({code: stripRemoteAssets(source), map: null}),
    },
    transformIndexHtml: stripRemoteAssets,
    // Vite does not transform the page of a build, as Sanity emits it.
    generateBundle: {
      order: 'post' as const,
      handler(_options: unknown, bundle: Record<string, EmittedFile>) {
        for (const file of Object.values(bundle)) {
          if (file.source === undefined || !file.fileName.endsWith('.html')) continue
          const text = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
          file.source = stripRemoteAssets(text)
        }
      },
    },
  }
}
