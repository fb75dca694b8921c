import {describe, expect, it} from 'vitest'
import {placeholderPaths} from './placeholders.ts'

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
