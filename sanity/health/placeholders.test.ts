import {describe, expect, it} from 'vitest'
import {copyMarkPaths, markCopy, placeholderPaths} from './placeholders.ts'

const text = (zh?: string, en?: string) => ({_type: 'localeString', ...(zh ? {zh} : {}), ...(en ? {en} : {})})
const body = (words: string) => [{_type: 'block', _key: 'b', children: [{_type: 'span', _key: 's', text: words}]}]

describe('placeholders', () => {
  it('are found in plain fields, in both languages and within formatted text', () => {
    const settings = {
      phone: '【待填】电话',
      name: text('公司', '[to be filled in] company'),
      body: {zh: body('待填写')},
    }
    expect(placeholderPaths(settings)).toEqual(['phone', 'name.en', 'body.zh[_key=="b"].children[_key=="s"].text'])
  })

  it('are not found in other text', () => {
    expect(placeholderPaths({phone: '+86', name: text('公司', 'Company')})).toEqual([])
  })
})

it('finds the names that are still those of copies, and no other text that speaks of copies', () => {
  const title = {_type: 'localeString', zh: markCopy('整车试验', 'zh'), en: markCopy('Vehicle test', 'en')}
  expect(copyMarkPaths({title})).toEqual(['title.zh', 'title.en'])
  expect(copyMarkPaths({name: {zh: '模块', en: 'Module (copy)'}})).toEqual(['name.en'])
  expect(copyMarkPaths({statement: {zh: '通过率 {figure}（副本）'}})).toEqual(['statement.zh'])
  expect(copyMarkPaths({title: text('（副本）管理', '(copy) rights'), text: text('盖章（副本）')})).toEqual([])
})
