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

test('numbers the items of lists, and names a list once that is called like its items', () => {
  const step = (key: string) => ({_key: key, _type: 'flowStep'})
  const blocks = [
    {_key: 'a', _type: 'prose'},
    {_key: 'b', _type: 'flow', steps: [step('c'), step('d')]},
  ]
  const place = (document: {_type: string}, path: string) =>
    describePath(schema, document, path).replaceAll(/ · [A-Za-z]+( [a-z]+)*/g, '')
  const name = 'blocks[_key=="b"].steps[_key=="d"].title'
  expect(place({...page, ...{blocks}}, name)).toBe('内容块 › 2. 流程图 › 步骤 2 › 名称')
  const actions = [{_key: 'a', _type: 'link'}]
  expect(place({...page, ...{actions}}, 'actions[0].label')).toMatch(/^按钮 › 链接 1 › /)
  expect(place({_type: 'page', ...{middleware: ['embargo', 'login']}}, 'middleware[1]')).toBe('访问限制 2')
})

test('stops at an unknown part of a path', () => {
  expect(describePath(schema, page, 'blocks[_key=="gone"].heading')).toMatch(/^内容块[^›]*$/)
  expect(describePath(schema, {_type: 'nothing'}, 'title')).toBe('')
})

test('takes the empty path, of a fault that is in no field, for the whole document', () => {
  expect([describePath(schema, page, ''), valueAt(page, ''), chineseTextAt(page, '')]).toEqual(['', page, undefined])
})

test('finds a value by field, position and key', () => {
  expect(valueAt(page, 'blocks[0]._type')).toBe('flow')
  expect(chineseTextAt(page, 'blocks[_key=="a"].heading')).toBe('小标题')
  expect(chineseTextAt(page, 'blocks[_key=="b"].heading')).toBeUndefined()
})
