import {readFile} from 'node:fs/promises'
import {resolve} from 'node:path'
import {expect, test} from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What a module imports when it runs. */
const imports = /^(?:import|export)\s+(?!type\b)[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** The project's modules that the Studio's browser runs, with what each imports. */
async function modulesFrom(entry: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const from = resolve(path, '..')
    const named = [...(await readFile(path, 'utf8')).matchAll(imports)].map(([, ...names]) => names.find(Boolean) ?? '')
    found.set(path, named)
    waiting.push(...named.filter((name) => /^\..*\.tsx?$/.test(name)).map((name) => resolve(from, name)))
  }
  return found
}

test('no module of the Studio imports what browsers lack: its development server would show an error in its place', async () => {
  const modules = await modulesFrom(resolve(root, 'studio/sanity.config.ts'))
  expect(modules.size).toBeGreaterThan(200)
  const ofNode = [...modules].filter(([, names]) => names.some((name) => name.startsWith('node:')))
  expect(ofNode.map(([path]) => path)).toEqual([])
})
