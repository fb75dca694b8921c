import {describe, expect, expectTypeOf, it} from 'vitest'
import {type Localized, localize} from './localize.ts'

const page = {
  _id: 'page-about',
  route: '/about',
  title: {_type: 'localeString' as const, zh: '关于', en: 'About'},
  description: {_type: 'localeText' as const, zh: '只有中文'},
  blocks: [
    {
      _type: 'prose' as const,
      _key: 'a',
      body: {
        _type: 'localeBlocks' as const,
        zh: [{_type: 'block' as const, _key: 'z'}],
        en: [] as {_type: 'block'; _key: string}[],
      },
    },
  ],
  seo: null,
}

describe('localize', () => {
  it('replaces each locale object by its text', () => {
    expect(localize(page, 'zh').title).toBe('关于')
    expect(localize(page, 'en').title).toBe('About')
  })

  it('falls back to Chinese where the language is missing or empty', () => {
    expect(localize(page, 'en').description).toBe('只有中文')
    expect(localize({_type: 'localeString' as const, zh: '中', en: ''}, 'en')).toBe('中')
    expect(localize(page, 'en').blocks).toEqual([{_type: 'prose', _key: 'a', body: [{_type: 'block', _key: 'z'}]}])
  })

  it('returns null where both languages are empty', () => {
    expect(localize({_type: 'localeString' as const, zh: '', en: undefined}, 'zh')).toBeNull()
  })

  it('does not change other values', () => {
    expect(localize(page, 'en')).toMatchObject({_id: 'page-about', route: '/about', seo: null})
    expect(localize([1, null, 'a', true], 'zh')).toEqual([1, null, 'a', true])
  })

  it('changes the types accordingly', () => {
    expectTypeOf(localize(page, 'zh').title).toEqualTypeOf<string>()
    expectTypeOf<Localized<{_type: 'localeString'; zh: string; en?: string} | null>>().toEqualTypeOf<string | null>()
    expectTypeOf<Localized<{_type: 'localeBlocks'; zh: {_type: 'block'}[] | null}>>().toEqualTypeOf<
      {_type: 'block'}[]
    >()
    expectTypeOf<
      Localized<{_type: 'page'; items: {label: {_type: 'localeText'; zh: string}}[] | null}>
    >().toEqualTypeOf<{
      _type: 'page'
      items: {label: string}[] | null
    }>()
  })
})

it('removes characters that HTML cannot hold, and no others', () => {
  const texts = ['a\0b\x1b[2Jc\ud800d', 'line\nline\tcell', '🚗 试验 \u200b\u202e']
  expect(localize({title: {_type: 'localeString', zh: texts[0]}, texts}, 'en')).toEqual({
    title: 'ab[2Jc\ufffdd',
    texts: ['ab[2Jc\ufffdd', texts[1], texts[2]],
  })
})
