import {globSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const isSource = (file: string): boolean => !file.endsWith('.test.ts') && !file.startsWith('testing/')
/** Undefined for files at the root, which any folder may import, and which start the lake. */
const folderOf = (file: string): string | undefined => (file.includes('/') ? file.split('/')[0] : undefined)

/** Each import from one folder into another, as `from to`. */
function importsBetweenFolders(): Set<string> {
  const found = new Set<string>()
  for (const file of globSync('**/*.ts', {cwd: root}).filter(isSource)) {
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const [from, to] = [folderOf(file), folderOf(join(dirname(file), path))]
      if (from && to && from !== to) found.add(`${from} ${to}`)
    }
  }
  return found
}

test('no two folders import each other', () => {
  const imports = importsBetweenFolders()
  expect(imports.size).toBeGreaterThan(20)
  expect(Array.from(imports).filter((pair) => imports.has(pair.split(' ').toReversed().join(' ')))).toEqual([])
})
