import {expect, test} from 'vitest'
import {compileSchema} from '../../sanity/schema/testing/compileSchema.ts'
import {describePath} from './describePath.ts'
import {chineseTextAt, valueAt} from './valueAt.ts'

const schema = compileSchema()
const page = {
  _type: 'page',
  title: {_type: 'localeString', zh: '关于我们'},
  blocks: [{_key: 'a', _type: 'flow', heading: {_type: 'localeString', zh: '小标题'}}],
}

test('describes a path by the titles of its fields and blocks', () => {
  const place = describePath(schema, page, 'blocks[_key=="a"].heading.en')
  expect(place).toMatch(/^内容块.* › .*流程.* › 小标题.* › English$/)
})

test('stops at an unknown part of a path', () => {
  expect(describePath(schema, page, 'blocks[_key=="gone"].heading')).toMatch(/^内容块[^›]*$/)
  expect(describePath(schema, {_type: 'nothing'}, 'title')).toBe('')
})

test('finds a value by field, position and key', () => {
  expect(valueAt(page, 'blocks[0]._type')).toBe('flow')
  expect(chineseTextAt(page, 'blocks[_key=="a"].heading')).toBe('小标题')
  expect(chineseTextAt(page, 'blocks[_key=="b"].heading')).toBeUndefined()
})
