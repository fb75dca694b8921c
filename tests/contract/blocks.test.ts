import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {blockComponents} from '@/components/blocks/blocks.generated'
import {blockNames} from '@/sanity/blocks/index'
import {blocks} from '@/sanity/schema/blockTypes'
import {root} from '@/scripts/product/paths'
import {missingMembers} from './missingMembers.ts'

const folders = ['sanity/blocks', 'components/blocks'].flatMap((folder) =>
  readdirSync(join(root, folder), {withFileTypes: true}).flatMap((entry) => (entry.isDirectory() ? entry.name : [])),
)
const names = [...new Set([...folders, ...blockNames, ...Object.keys(blockComponents)])].toSorted()

test.each(names)('block %s is whole: form, query, shape, drawing, component, test and example', (name) => {
  expect(missingMembers(name)).toEqual([])
})

test('an unknown block gets the list of all that it needs, in order', () => {
  const sentences = missingMembers('noSuchBlock')
  expect(sentences[0]).toBe('Write its form, sanity/blocks/noSuchBlock/schema.ts.')
  expect(sentences.at(-1)).toBe('Give an example of it on some page of sanity/seed/data.ndjson.')
  expect(sentences).toHaveLength(7)
})

test.each(blocks)('the Studio shows $name by its heading, and when to use it', ({name, type, help}) => {
  expect(type.name).toBe(name)
  expect(type).toHaveProperty('preview.select')
  expect(help).toBeTruthy()
})
