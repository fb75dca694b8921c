import type {SchemaType} from 'sanity'
import {expect, test} from 'vitest'
import {documents} from '../schema/documents/index.ts'
import {compileSchema} from '../schema/testing/compileSchema.ts'
import {blockNames} from './index.ts'
import {titleAt, titleOf} from './titles.ts'

/** Types whose inner fields editors do not know as fields. */
const whole: ReadonlySet<string> = new Set(['localeString', 'localeText', 'localeBlocks', 'reference', 'image', 'slug'])

/** Types whose titles stand under their own name. */
const apart: ReadonlySet<string> = new Set(blockNames)

/** Collects the titles of a type and of the fields in it, by path. */
function collect(type: SchemaType, path: string, into: Map<string, string>): void {
  if (type.title && !into.has(path)) into.set(path, type.title)
  if (whole.has(type.name) || path.split('.').length > 5) return
  if (type.jsonType === 'array') {
    for (const member of type.of) {
      if ('fields' in member && !whole.has(member.name) && !apart.has(member.name))
        collectFields(member.fields, path, into)
    }
  } else if ('fields' in type) collectFields(type.fields, path, into)
}

function collectFields(fields: {name: string; type: SchemaType}[], path: string, into: Map<string, string>): void {
  for (const {name, type} of fields) collect(type, `${path}.${name}`, into)
}

test('the titles are those of the schema; `npx vitest run sanity/blocks/titles.test.ts --update` writes them anew', async () => {
  const schema = compileSchema()
  const titles = new Map<string, string>()
  for (const name of [...blockNames, ...documents.map((document) => document.name)]) {
    const type = schema.get(name)
    if (type) collect(type, name, titles)
  }
  await expect(`${JSON.stringify(Object.fromEntries(titles), null, 2)}\n`).toMatchFileSnapshot('titles.json')
})

test('names a block and a field within it, with the number of the list item', () => {
  expect(titleOf('points', [], 'zh')).toBe('要点')
  expect(titleOf('points', ['items', 0, 'title'], 'en')).toBe('Points 1 › Point')
})

test('names what the schema does not know by the part that it knows', () => {
  expect(titleOf('points', ['items', 1, 'nothing'], 'zh')).toBe('要点 2')
  expect(titleOf('carousel', [], 'en')).toBe('carousel')
})

test('names a place in a document by fields, blocks and numbers, whatever stands there', () => {
  const page = {_type: 'page', title: 7, blocks: ['no block', {_type: 'points', items: [{title: 7}]}], seo: []}
  expect(titleAt(page, 'title', 'zh')).toBe('标题')
  expect(titleAt(page, 'blocks[0]', 'en')).toBe('Blocks 1')
  expect(titleAt(page, 'blocks[1].items[0].title', 'en')).toBe('Blocks 2 › Points › Points 1 › Point')
  expect(titleAt(page, 'blocks[500…]', 'zh')).toBe('内容块 501')
  expect(titleAt({_type: 'siteSettings'}, 'mail', 'en')).toBe('Email')
})
