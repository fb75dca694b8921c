import {describe, expect, it} from 'vitest'
import {placeholdersLeft} from './claims.ts'
import {completeness, missingAlternatives, missingChinese, missingEnglish} from './languages.ts'

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

  it('names the texts without English, in lists by their key; formatted text without a word is none', () => {
    expect(missingEnglish(page)).toEqual(['title', 'blocks[_key=="a"].body'])
  })

  it('names those without Chinese', () => {
    expect(missingChinese(page)).toEqual(['lead'])
  })

  it('counts what is written in both, and leaves out what is empty in both', () => {
    expect(completeness(page, {title: text('标题', 'Title')})).toEqual({filled: 1, total: 4})
  })
})

describe('placeholders', () => {
  it('are found in plain fields, in both languages and within formatted text', () => {
    const settings = {
      phone: '【待填】电话',
      name: text('公司', '[to be filled in] company'),
      body: {zh: body('待填写')},
    }
    expect(placeholdersLeft(settings)).toEqual(['phone', 'name.en', 'body.zh[_key=="b"].children[_key=="s"].text'])
  })

  it('leave real text alone', () => {
    expect(placeholdersLeft({phone: '+86', name: text('公司', 'Company')})).toEqual([])
  })
})

describe('alternative texts', () => {
  it('are missing from a picture that has been uploaded and from one that is drawn', () => {
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

  it('are not asked for where no picture is chosen', () => {
    expect(missingAlternatives({seo: {image: {_type: 'image'}}})).toEqual([])
  })
})
