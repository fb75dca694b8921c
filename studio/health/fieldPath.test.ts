import {expect, test} from 'vitest'
import {compileSchema} from '../../sanity/schema/testing/compileSchema.ts'
import {fieldPath} from './fieldPath.ts'

const schema = compileSchema()
const page = {
  _type: 'page',
  title: {_type: 'localeString', zh: '关于我们'},
  description: {_type: 'localeText', en: 'English alone'},
  blocks: [{_key: 'a', _type: 'flow', heading: {_type: 'localeString', zh: '小标题', en: 'Heading'}}],
}

test.each([
  ['a text without English', 'title', 'title.en'],
  ['a text without Chinese', 'description', 'description.zh'],
  ['a text in a block', 'blocks[_key=="a"].heading', 'blocks[_key=="a"].heading.en'],
])('leads to the language to write, for %s', (_, path, field) => {
  expect(fieldPath(schema, page, path)).toBe(field)
})

test('leads to the Chinese of an empty text', () => {
  expect(fieldPath(schema, {_type: 'page'}, 'title')).toBe('title.zh')
})

test.each(['', 'title.zh', 'route', 'blocks', 'blocks[_key=="a"]', 'unknown'])('leaves %s as it is', (path) => {
  expect(fieldPath(schema, page, path)).toBe(path)
})
