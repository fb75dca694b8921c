import {fileURLToPath} from 'node:url'

/** How long it waits before it tries again. */
type Wait = (attempt: number) => Promise<unknown>

/**
 * Loads a part of the Studio, again while it is out of reach: without a connection or an answer within ten seconds, or
 * while nobody is signed in. Sanity would replace the whole Studio by an error and reload it a few seconds later, and
 * with it would go what is typed. Rejects if the server has no such file, as after an update, or if the browser does
 * not load what is there.
 *
 * Its source is put into the bundle as it is, so it uses nothing from this file.
 */
export async function persistentImport<Module>(
  load: () => Promise<Module>,
  wait: Wait = (attempt) => new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** attempt, 4000))),
): Promise<Module> {
  for (let attempt = 0, found = 0; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      const [url] = /https?:\S+/.exec(error instanceof Error ? error.message : '') ?? []
      if (url === undefined) throw error
      const status = await fetch(url, {method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(10_000)}).then(
        (response) => response.status,
        () => 0,
      )
      if (status === 200) found += 1
      if (status === 404 || found > 3) throw error
      await wait(attempt)
    }
  }
}

/** Where Vite's helper for imports loads a part. */
const place = 'return baseModule().catch(handlePreloadError)'

/** Returns the code of Vite's helper with `persistentImport` in it; undefined if it is not the helper that is known. */
export function withPersistentImports(code: string): string | undefined {
  if (!code.includes(place)) return undefined
  return `${persistentImport}\n${code.replace(place, 'return persistentImport(baseModule).catch(handlePreloadError)')}`
}

/** Vite plugin: parts of the Studio load once they can be reached. Fails if an update of Vite loads them in another way. */
export function persistentImports() {
  let isDone = false
  return {
    name: 'persistent-imports',
    apply: 'build' as const,
    transform(source: string, id: string) {
      if (!id.endsWith('vite/preload-helper.js')) return undefined
      const code = withPersistentImports(source)
      isDone = code !== undefined
      return code === undefined ? undefined : {code, map: null}
    },
    buildEnd(error?: Error) {
      if (!error && !isDone)
        throw new Error(`Vite loads parts in another way than before. See ${fileURLToPath(import.meta.url)}.`)
    },
  }
}
