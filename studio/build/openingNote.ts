const root = '<div id="sanity"></div>'

/** Appears after a second, so that it does not flash on a fast line. React replaces it. */
const note = `<style>
.opening { color: #6e7683; font: 15px/1.6 system-ui, sans-serif; padding-top: 40vh; text-align: center; animation: opening 0s 1s both; }
@keyframes opening { from { visibility: hidden } }
</style><p class="opening" role="status"><span lang="zh-CN">正在打开，网速慢时要等一会儿…</span><br>Opening; on a slow line this takes a while…</p>`

interface EmittedFile {
  fileName: string
  source?: string | Uint8Array
}

/** Vite plugin: the built Studio says that it is being loaded; its code is 2 MB, and on a slow line the page stays white. */
export function openingNote() {
  return {
    name: 'opening-note',
    apply: 'build' as const,
    generateBundle: {
      order: 'post' as const,
      handler(_options: unknown, bundle: Record<string, EmittedFile>) {
        const page = bundle['index.html']
        const html = typeof page?.source === 'string' ? page.source : new TextDecoder().decode(page?.source)
        if (!page || !html.includes(root)) throw new Error(`The Studio's page has no ${root}.`)
        page.source = html.replace(root, root.replace('</div>', `${note}</div>`))
      },
    },
  }
}
