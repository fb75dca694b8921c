import {afterEach, beforeEach, describe, expect, expectTypeOf, it, vi} from 'vitest'
import {bilingualPageOf, emptyBilingualSite as site} from '@/components/testing/fixtures'
import {missingEnglish} from './health/languages.ts'
import {type Localized, localize, withFallbacks, withoutPlaceholders} from './presentContent.ts'

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

  it.each([' ', '\n', '\u3000', '\u200b', '\u2060\ufeff', '\0\u202e'])(
    'falls back to Chinese where the text shows nothing: %j',
    (blank) => {
      const paragraphs = (text: string) => [{_type: 'block', _key: 'a', children: [{_type: 'span', _key: 'b', text}]}]
      expect(localize({_type: 'localeString' as const, zh: '中', en: blank}, 'en')).toBe('中')
      expect(localize({_type: 'localeText' as const, zh: blank, en: ''}, 'zh')).toBeNull()
      const body = {_type: 'localeBlocks' as const, zh: paragraphs('中'), en: paragraphs(blank)}
      expect(localize(body, 'en')).toEqual(body.zh)
      expect(missingEnglish({body})).toEqual(['body'])
      expect(withFallbacks(pageWith({_type: 'localeString', zh: '关于', en: blank}), site).title).toEqual({
        _type: 'localeString',
        zh: '关于',
      })
    },
  )

  it('returns null where both languages are empty', () => {
    expect(localize({_type: 'localeString' as const, zh: '', en: undefined}, 'zh')).toBeNull()
  })

  it('does not change other values', () => {
    expect(localize(page, 'en')).toMatchObject({_id: 'page-about', route: '/about', seo: null})
    expect(localize([1, null, 'a', true], 'zh')).toEqual([1, null, 'a', true])
  })

  it('takes a text that is empty in both languages out of its list', () => {
    expect(localize([{_key: 'a', _type: 'localeString', zh: {}}, {_key: 'b'}], 'zh')).toEqual([{_key: 'b'}])
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

it.each([
  ['例-P5 第 3 版和第 12 版', '例-P5 第~3~版和第~12~版'],
  ['牌照到 7 月，8 时 30 分前', '牌照到 7~月，8~时 30~分前'],
  ['16:40 时，1–2 天，1.5 倍', '16:40~时，1–2~天，1.5~倍'],
  ['例-017 台架，ISO/IEC 17025 管理，用 LIMS 人员', '例-017 台架，ISO/IEC 17025 管理，用 LIMS 人员'],
  ['磨损 1.62 mm，环境舱 −40 ℃时 12 Grms', '磨损 1.62~mm，环境舱 −40~℃时 12~Grms'],
  ['Not below 21.50 mm at -40 °C, 2,000 km at 30 km/h', 'Not below 21.50~mm at -40~°C, 2,000~km at 30~km/h'],
  ['0.02 mm（k = 2），0.02 mm (k = 2), the sum = 2', '0.02~mm（k~=~2），0.02~mm (k~=~2), the sum = 2'],
  ['Version 3 of 4, EX-017 mm, 3 hours, 5 May', 'Version 3 of 4, EX-017 mm, 3 hours, 5 May'],
])('a number stays on the line of its unit, and in Chinese of what it counts: %s', (text, whole) => {
  expect(localize({_type: 'localeString', zh: text}, 'zh')).toBe(whole.replaceAll('~', '\u00a0'))
})

it('removes characters that HTML cannot hold, and no others', () => {
  const texts = ['a\0b\x1b[2Jc\ud800d', 'line\nline\tcell', '🚗 试验 \u200b\u200d']
  expect(localize({title: {_type: 'localeString', zh: texts[0]}, texts}, 'en')).toEqual({
    title: 'ab[2Jc\ufffdd',
    texts: ['ab[2Jc\ufffdd', texts[1], texts[2]],
  })
})

/** A page whose title is not what the schema promises. */
function pageWith(title: unknown) {
  return Object.assign(bilingualPageOf(), {title})
}

it('removes characters that turn the words around a text, and breaks within one line; emoji and stega stay', () => {
  expect(localize('关于\u202e我们\u202c，\u2067x\u2069', 'zh')).toBe('关于我们，x')
  expect(localize('עברית 👩‍💻 \u200b\u200c\ufeff', 'zh')).toBe('עברית 👩‍💻 \u200b\u200c\ufeff')
  const text = (_type: 'localeString' | 'localeText') => localize({_type, zh: '一\n二\t三'}, 'zh')
  expect([text('localeString'), text('localeText')]).toEqual(['一 二 三', '一\n二\t三'])
})

describe('a page’s title and lead', () => {
  const logged = vi.spyOn(console, 'error')
  beforeEach(() => {
    logged.mockReset()
  })
  afterEach(() => {
    logged.mockReset()
  })

  it('are not changed if they are texts', () => {
    const page = pageWith({_type: 'localeString', zh: '关于', en: 'About'})
    expect(withFallbacks(page, site)).toEqual(page)
    expect(logged).not.toHaveBeenCalled()
  })

  it.each([undefined, null, 5, 'About', [], {_type: 'localeString'}, {_type: 'localeString', zh: 7}])(
    'are replaced and logged if they are %o',
    (title) => {
      expect(withFallbacks(pageWith(title), site).title).toEqual({_type: 'localeString', zh: '/about', en: '/about'})
      expect(logged).toHaveBeenCalledExactlyOnceWith(
        'The title of page-about is missing or not a text. Write it in the Studio; another text of the page is shown until then.',
      )
    },
  )

  it('fall back to the other language', () => {
    expect(withFallbacks(pageWith({_type: 'localeString', en: 'About'}), site).title).toMatchObject({zh: 'About'})
  })
})

const string = (zh: string, en?: string) => ({_type: 'localeString', zh, en})
const paragraph = (text: string) => ({_type: 'block', _key: text, children: [{_type: 'span', _key: 's', text}]})

it('a fact that is missing is no fact, and the others stay', () => {
  expect(withoutPlaceholders({phone: '【待填：总机】', mail: 'mail@example.com', figure: 5, none: null})).toEqual({
    phone: null,
    mail: 'mail@example.com',
    figure: 5,
    none: null,
  })
})

it('each language is judged by itself', () => {
  expect(withoutPlaceholders({name: string('公司', '[To be filled in]')}).name).toEqual({
    _type: 'localeString',
    zh: '公司',
  })
  expect(withoutPlaceholders({name: string('【待填】', '[to be filled in: name]')}).name).toBeNull()
})

it('formatted text loses the paragraph, and is none where no paragraph remains', () => {
  const body = {
    _type: 'localeBlocks',
    zh: [paragraph('保存一年'), paragraph('负责人：【待填】')],
    en: [paragraph('[to be filled in]')],
  }
  expect(withoutPlaceholders({body}).body).toEqual({_type: 'localeBlocks', zh: [paragraph('保存一年')]})
})

it('a list loses the entry, but a page no block', () => {
  const items = [
    {_key: 'a', title: string('一'), text: string('【待填】')},
    {_key: 'b', title: string('二'), text: string('有')},
  ]
  const page = {
    _type: 'page',
    title: string('【待填】'),
    blocks: [{_type: 'points', heading: string('【待填：标题】'), items}],
  }
  expect(withoutPlaceholders([page])).toEqual([
    {_type: 'page', title: null, blocks: [{_type: 'points', heading: null, items: [items[1]]}]},
  ])
})

it('a list loses an entry whose Chinese is a placeholder, as nothing stands in for it on Chinese pages', () => {
  const items = [
    {_key: 'a', text: string('【待填】', 'Real')},
    {_key: 'b', text: {_type: 'localeBlocks', zh: [paragraph('【待填】')], en: [paragraph('Real')]}},
    {_key: 'c', text: string('有', '[to be filled in]')},
  ]
  expect(withoutPlaceholders({heading: string('【待填】', 'Real'), items})).toEqual({
    heading: {_type: 'localeString', en: 'Real'},
    items: [{_key: 'c', text: string('有')}],
  })
})

it('a state diagram and a scenario lose no entry, as others are told by their numbers, but the text', () => {
  const states = [
    {_key: 'a', name: string('【待填】')},
    {_key: 'b', name: string('有效')},
  ]
  const diagram = {_type: 'states', states, transitions: [{_key: 't', from: 2, to: 2}]}
  const row = {_key: 'r', cells: string('例-001'), note: string('【待填】')}
  const steps = [
    {_key: 's', text: string('【待填】')},
    {_key: 't', picture: {_type: 'screen', rows: [row]}, choices: [{_key: 'c', reason: string('【待填】'), row: 1}]},
  ]
  expect(withoutPlaceholders([diagram, {_type: 'scenario', steps}])).toEqual([
    {...diagram, states: [{_key: 'a', name: null}, states[1]]},
    {
      _type: 'scenario',
      steps: [
        {_key: 's', text: null},
        {
          _key: 't',
          picture: {_type: 'screen', rows: [{...row, note: null}]},
          choices: [{_key: 'c', reason: null, row: 1}],
        },
      ],
    },
  ])
})

it.each([
  ['table', 'rows'],
  ['schedule', 'lanes'],
])(
  'a %s still opens the same entry of its %s where earlier ones are lost, and names none once it is lost',
  (kind, field) => {
    const entries = ['【待填】', '例-001', '例-002'].map((text) => ({_key: text, cells: string(text)}))
    const screen = (selected?: number | null) => ({_type: 'screen', kind, selected, [field]: entries})
    const shown = (selected?: number | null) => withoutPlaceholders(screen(selected)).selected
    expect(withoutPlaceholders(screen(3))).toEqual({...screen(2), [field]: entries.slice(1)})
    expect([1, 2, 3, 4, 2.5, null, undefined].map(shown)).toEqual([null, 1, 2, null, null, null, undefined])
    // Where choices name rows by their numbers, no row is lost.
    const step = {picture: screen(3)}
    expect(withoutPlaceholders({_type: 'scenario', steps: [step]}).steps[0]?.picture.selected).toBe(3)
  },
)

it('an entry with an optional text that is empty is no reason to lose it', () => {
  const entry = {_key: 'a', text: string('有'), note: {_type: 'localeString'}, rule: {_type: 'localeString', zh: ''}}
  expect(withoutPlaceholders({heading: string('【待填】'), items: [entry]}).items).toEqual([entry])
})

it('content without a placeholder is handed on as it is', () => {
  const result = {name: string('公司', 'Company')}
  expect(withoutPlaceholders(result)).toBe(result)
})

it('words that may be meant stay', () => {
  const row = {_type: 'row', cells: string('原始记录|待填写'), note: string('A person to be named in the contract')}
  expect(withoutPlaceholders({rows: [row]})).toEqual({rows: [row]})
})
