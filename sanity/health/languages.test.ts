import {describe, expect, it, test} from 'vitest'
import {completeness, isCopiedChinese, missingAlternatives, missingChinese, missingEnglish} from './languages.ts'

const block = (text: string) => [{_type: 'block', _key: 'a', children: [{_type: 'span', _key: 'b', text}]}]

test('Chinese in the English field is a copy, as a line and as formatted text', () => {
  expect(isCopiedChinese({zh: '试验委托', en: '试验委托 '})).toBe(true)
  expect(isCopiedChinese({zh: block('试验委托'), en: block('试验委托')})).toBe(true)
})

test('a translation, or a name that is the same in both languages, is not a copy', () => {
  expect(isCopiedChinese({zh: '试验委托', en: 'Test orders'})).toBe(false)
  expect(isCopiedChinese({zh: 'LIMS', en: 'LIMS'})).toBe(false)
  expect(isCopiedChinese({zh: block('试验委托'), en: block('Test orders')})).toBe(false)
  expect(isCopiedChinese({zh: '试验委托'})).toBe(false)
})

test('a copy counts as missing English', () => {
  expect(missingEnglish({title: {_type: 'localeString', zh: '关于', en: '关于'}})).toEqual(['title'])
})

const text = (zh?: string, en?: string) => ({_type: 'localeString', ...(zh ? {zh} : {}), ...(en ? {en} : {})})
const body = (words: string) => [{_type: 'block', _key: 'b', children: [{_type: 'span', _key: 's', text: words}]}]

describe('missing languages', () => {
  const page = {
    _type: 'page',
    title: text('关于我们'),
    lead: text(undefined, 'Lead'),
    blocks: [
      {_key: 'a', _type: 'prose', heading: text(), body: {_type: 'localeBlocks', zh: body('正文'), en: body(' ')}},
    ],
  }

  it('lists texts without English, with the keys of list items; blank formatted text counts as missing', () => {
    expect(missingEnglish(page)).toEqual(['title', 'blocks[_key=="a"].body'])
  })

  it('lists texts without Chinese', () => {
    expect(missingChinese(page)).toEqual(['lead'])
  })

  it('counts texts in both languages, and ignores those that are empty in both', () => {
    expect(completeness(page, {title: text('标题', 'Title')})).toEqual({filled: 1, total: 4})
  })
})

describe('alternative texts', () => {
  it('are required for uploaded pictures and for drawings', () => {
    const page = {
      seo: {image: {_type: 'image', asset: {_ref: 'image-a-1x1-png'}}},
      blocks: [
        {_key: 's', _type: 'states'},
        {_key: 't', _type: 'timeline', alternative: text('一条时间线')},
        {_key: 'f', _type: 'flow'},
      ],
    }
    expect(missingAlternatives(page)).toEqual(['seo.image.alt', 'blocks[_key=="s"].alternative'])
  })

  it('are not required where no picture is chosen', () => {
    expect(missingAlternatives({seo: {image: {_type: 'image'}}})).toEqual([])
  })
})
