import {describe, expect, it, test} from 'vitest'
import fc from '@/tests/support/fastCheck.ts'
import {findSections, marksOf, mostShown, type SearchPage} from './findSections'

const pages: SearchPage[] = [
  {
    path: '/h5/limsPages/entrust',
    name: '试验委托',
    product: 'LIMS',
    sections: [
      ['', '试验委托：审批走完，再派工程师', 'LIMS-01'],
      ['section-rules', '审批之前，不指派工程师', '没有通过审批的委托不会派到工程师手上。', '实验室主任'],
    ],
  },
  {
    path: '/h5/limsPages/system',
    name: '体系文件',
    product: 'LIMS',
    sections: [
      ['', '体系文件按 ISO/IEC 17025 管理'],
      ['section-calibration', '设备的校准', '台架 B 周三起校准，不接试验委托任务。'],
    ],
  },
  {
    path: '/h5/en/demo',
    name: 'Product demo',
    sections: [
      ['lims-3', 'Assign an engineer, book a device', 'Who is qualified and which rig is free.', 'Test engineer'],
    ],
  },
]
const found = (query: string) => findSections(pages, query).map(({href}) => href)

describe('finding', () => {
  it.each([
    ['指派', '/h5/limsPages/entrust#section-rules'],
    ['室主', '/h5/limsPages/entrust#section-rules'],
    ['１７０２５', '/h5/limsPages/system'],
    ['iso 170', '/h5/limsPages/system'],
    ['BOOK dev', '/h5/en/demo#lims-3'],
    ['校准台架', '/h5/limsPages/system#section-calibration'],
    ['lims校准', '/h5/limsPages/system#section-calibration'],
    ['校准多少钱', '/h5/limsPages/system#section-calibration'],
    ['how is the rig free', '/h5/en/demo#lims-3'],
  ])('%s', (query, href) => {
    expect(found(query)[0]).toBe(href)
  })

  it('puts the page of a product before those of its modules, for its code', () => {
    const product: SearchPage = {
      path: '/h5/lims',
      name: 'LIMS · 实验室信息管理系统',
      sections: [['', 'LIMS：步步有据']],
    }
    expect(findSections([...pages, product], 'lims')[0]).toMatchObject({
      href: '/h5/lims',
      page: 'LIMS · 实验室信息管理系统',
    })
  })

  it('finds a page by a word of its address that no text has', () => {
    expect([found('entrust'), found('h5'), found('system')]).toEqual([
      ['/h5/limsPages/entrust'],
      [],
      ['/h5/limsPages/system'],
    ])
  })

  it.each([
    ['Engineering', 'engineer'],
    ['qualifier', 'qualifie'],
  ])('takes a Latin word that is nowhere by its beginning, and marks that: %s', (query, marked) => {
    const [{heading, line} = {heading: '', line: ''}] = findSections(pages, query)
    const text = line || heading
    expect(marksOf(text, query).map(([from, to]) => text.slice(from, to))).toEqual([marked])
  })

  it('finds the singular for a plural', () => {
    const page: SearchPage = {
      path: '/h5/en/limsPages/sample',
      name: 'Sample management',
      sections: [['', 'One number']],
    }
    const other: SearchPage = {path: '/h5/en/x', name: 'X', sections: [['s', 'Samples arrive']]}
    expect(findSections([other, page], 'samples').map(({href}) => href)).toEqual([page.path, '/h5/en/x#s'])
    expect(findSections([{...page, name: 'Access'}], 'access')).toHaveLength(1)
  })

  it('takes what visitors call a thing for what the pages call it', () => {
    const price: SearchPage = {path: '/h5/maixun', name: 'Maixun', sections: [['s', '采购', '价格由什么决定']]}
    for (const query of ['报价', '多少钱', 'lims报价']) {
      expect(findSections([...pages, price], query).map(({href}) => href)).toContain('/h5/maixun#s')
    }
    expect(marksOf('价格由什么决定', '多少钱')).toEqual([[0, 2]])
  })

  it('marks no words of asking, which begin others, unless they are all that was asked', () => {
    const text = 'Which tests an item needs and what each will cost.'
    const marked = (query: string) => marksOf(text, query).map(([from, to]) => text.slice(from, to))
    expect(marked('how much does it cost')).toEqual(['cost'])
    expect(marked('what')).toEqual(['what'])
  })

  it('takes Latin words by their beginning only', () => {
    expect(found('gineer')).toEqual([])
  })

  it('takes every word of the query; if no section has them all, the rarest that are together somewhere', () => {
    expect(found('审批 实验室')).toEqual(['/h5/limsPages/entrust#section-rules'])
    expect(found('试验 台架 nothing')).toEqual(['/h5/limsPages/system#section-calibration'])
    expect(found('engineer 体系 文件')).toEqual(['/h5/en/demo#lims-3'])
  })

  it('finds nothing for nothing', () => {
    expect([found(''), found('  ，。'), found('不存在的词'), found('多少钱'), found('how much')]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ])
  })

  it('looks for the first words of a long text that is pasted, so that the page does not freeze', () => {
    const looksFor = (words: number) => {
      let looks = 0
      const page: SearchPage = {
        path: '/h5',
        name: 'Page',
        get sections() {
          looks += 1
          return []
        },
      }
      findSections([page], Array.from({length: words}, (_, index) => `absent${index}`).join(' '))
      return looks
    }
    expect(looksFor(1000)).toBe(looksFor(30))
  })

  it('puts the page of that name first, then headings, then sentences', () => {
    expect(found('试验委托').slice(0, 2)).toEqual(['/h5/limsPages/entrust', '/h5/limsPages/system#section-calibration'])
    expect(found('审批')[0]).toBe('/h5/limsPages/entrust#section-rules')
  })

  it('shows the sentence that matches', () => {
    expect(findSections(pages, '台架')[0]).toMatchObject({
      page: 'LIMS · 体系文件',
      heading: '设备的校准',
      line: '台架 B 周三起校准，不接试验委托任务。',
    })
  })

  it('lets no page fill the list', () => {
    const sections = Array.from({length: 9}, (_, index): SearchPage['sections'][number] => [
      `s${index}`,
      '校准',
      '校准',
    ])
    const many = Array.from({length: 20}, (_, index) => ({path: `/h5/${index}`, name: 'Page', sections}))
    const hrefs = findSections(many, '校准').map(({href}) => href.split('#')[0])
    expect(hrefs).toHaveLength(mostShown + 1)
    expect(Math.max(...[...new Set(hrefs)].map((path) => hrefs.filter((href) => href === path).length))).toBe(3)
  })
})

describe('marks', () => {
  it.each([
    ['Book a device', 'dev book', ['Book', 'dev']],
    ['设备和设备', '设备', ['设备', '设备']],
    ['ＬＩＭＳ 系统', 'lims', ['ＬＩＭＳ']],
    ['rebook', 'book', []],
  ])('in %s for %s', (text, query, marked) => {
    expect(marksOf(text, query).map(([from, to]) => text.slice(from, to))).toEqual(marked)
  })
})

const chinese = fc.string({unit: fc.constantFrom(...'试验委托审批设备校准记录报告样品'), minLength: 1, maxLength: 12})
const latin = fc.string({unit: fc.constantFrom(...'abcdefgh'), minLength: 2, maxLength: 8})
const mixed = fc.array(fc.oneof(chinese, latin), {minLength: 1, maxLength: 6}).map((parts) => parts.join(' '))

test('every part of a Chinese text and every beginning of a word finds it', () => {
  fc.assert(
    fc.property(mixed, fc.nat(), fc.nat(), (text, at, length) => {
      const words = text.split(' ')
      const word = words[at % words.length] ?? ''
      const isChinese = /\p{Script=Han}/u.test(word)
      const from = isChinese ? length % word.length : 0
      const query = word.slice(from, from + 1 + (at % word.length))
      const page: SearchPage = {path: '/h5', name: '', sections: [['', '', text]]}
      expect(findSections([page], query)).toHaveLength(1)
      expect(marksOf(text, query).length).toBeGreaterThan(0)
    }),
  )
})

test('whatever is typed, marks lie within the text, in order, and apart', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), fc.string({unit: 'binary'}), (text, query) => {
      const ends = marksOf(text, query).flat()
      expect(ends).toEqual([...new Set(ends)].sort((one, other) => one - other))
      expect(Math.max(0, ...ends)).toBeLessThanOrEqual(text.length)
      findSections([{path: '/h5', name: text, sections: [['', text, text]]}], query)
    }),
  )
})
