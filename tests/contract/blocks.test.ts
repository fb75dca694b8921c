import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {blockNames} from '@/components/blocks/registry'
import {blockShapes} from '@/sanity/projections/blocks'
import {root} from '@/scripts/product/paths'
import {missingMembers} from './missingMembers.ts'

const schemaNames = readdirSync(join(root, 'studio/schema/blocks'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'index' && !name.endsWith('.test'))
const names = [...new Set([...schemaNames, ...Object.keys(blockShapes), ...blockNames])].toSorted()

test.each(names)('block %s is whole: form, query, shape, component, test and example', (name) => {
  expect(missingMembers(name)).toEqual([])
})

test('a block that is nowhere is told all that it needs, in order', () => {
  const sentences = missingMembers('noSuchBlock')
  expect(sentences[0]).toBe('Write its form, studio/schema/blocks/noSuchBlock.ts.')
  expect(sentences.at(-1)).toBe('Give an example of it on some page of sanity/seed/data.ndjson.')
  expect(sentences).toHaveLength(10)
})

test.each(schemaNames)('the Studio’s list of blocks shows %s by its heading', async (name) => {
  const module: Record<string, unknown> = await import(`../../studio/schema/blocks/${name}.ts`)
  expect(module[name]).toHaveProperty('preview.select')
})
