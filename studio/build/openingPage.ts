const root = '<div id="sanity"></div>'

/** Appears after a second, so that it does not flash on a fast line. React replaces it. */
const note = `<style>
.opening { color: #6e7683; font: 15px/1.6 system-ui, sans-serif; padding-top: 40vh; text-align: center; animation: opening 0s 1s both; }
@keyframes opening { from { visibility: hidden } }
</style><p class="opening" role="status"><span lang="zh-CN">正在打开，网速慢时要等一会儿…</span><br>Opening… On a slow connection this takes a while.</p>`

interface EmittedFile {
  fileName: string
  /** Of a chunk, without its hash. */
  name?: string
  source?: string | Uint8Array
  isEntry?: boolean
  /** File names of the chunks that a chunk imports statically. */
  imports?: readonly string[]
}

/**
 * Adds to the Studio's page that it is being loaded, as its code is 2 MB and the page would stay white on a slow line, and
 * links that let the browser ask for the chunks of the opening before it has read the first one.
 */
export function completeOpeningPage(html: string, files: readonly EmittedFile[]): string {
  if (!html.includes(root)) throw new Error(`The Studio's page has no ${root}.`)
  const entry = files.find(({fileName, isEntry}) => isEntry && html.includes(`/${fileName}"`))
  if (!entry) throw new Error("The Studio's page loads none of the scripts that were built.")
  const end = html.indexOf(`${entry.fileName}"`)
  const base = html.slice(html.lastIndexOf('"', end) + 1, end)
  const opening = files.find(({name}) => name === 'opening')
  if (!opening) throw new Error('Sanity has none of the modules that belong to the opening (studio/sanity.cli.ts).')
  const links = [entry.fileName, ...(entry.imports ?? []), opening.fileName]
    .map((fileName) => `<link href="${base}${fileName}" rel="modulepreload"/>`)
    .join('')
  return html.replace('</head>', `${links}</head>`).replace(root, root.replace('</div>', `${note}</div>`))
}

/** Vite plugin for the page that opens a built Studio. */
export function openingPage() {
  return {
    name: 'opening-page',
    apply: 'build' as const,
    generateBundle: {
      order: 'post' as const,
      handler(_options: unknown, bundle: Record<string, EmittedFile>) {
        const page = bundle['index.html']
        if (!page) throw new Error('The Studio was built without index.html.')
        const html = typeof page.source === 'string' ? page.source : new TextDecoder().decode(page.source)
        page.source = completeOpeningPage(html, Object.values(bundle))
      },
    },
  }
}
