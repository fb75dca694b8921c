import {expect, test} from 'vitest'
import type {TextLine, TextSection} from '@/components/pageText/readMarkup'
import {moduleOf, pageOf, productOf} from '@/components/testing/fixtures'
import {searchIndex} from './searchIndex'

const line = (kind: TextLine['kind'], text: string): TextLine => ({kind, text, markdown: text})
const sectionOf = (id: string | undefined, heading: string | undefined, lines: TextLine[]): TextSection => ({
  id,
  heading,
  lines,
})

test('holds headings, names and first sentences, and neither example data nor buttons', () => {
  const page = pageOf({
    route: '/limsPages/entrust',
    title: 'Orders: app\u200broved first',
    actions: [{_key: 'a', _type: 'link', label: 'Try assigning too early', route: '/demo', section: null, demo: null}],
    product: productOf('LIMS'),
    module: moduleOf('Test orders', 1, '/limsPages/entrust'),
  })
  const sections = [
    sectionOf(undefined, undefined, [
      line('title', 'LIMS'),
      line('title', 'Orders: approved first'),
      line('title', 'Try assigning too early'),
      line('prose', 'One. Two.'),
    ]),
    sectionOf('section-a', 'Rules', [
      line('title', 'Rules'),
      line('sample', 'EX-017'),
      line('prose', '先审批。后派工。'),
    ]),
  ]
  expect(searchIndex([{page, sections}], 'en')).toEqual([
    {
      path: '/h5/en/limsPages/entrust',
      name: 'Test orders',
      product: 'LIMS',
      sections: [
        ['', 'Orders: approved first', 'One.'],
        ['section-a', 'Rules', '先审批。'],
      ],
    },
  ])
})

test('leaves out what stands on most pages', () => {
  const texts = Array.from({length: 8}, () => ({
    page: pageOf(),
    sections: [sectionOf(undefined, undefined, [line('title', 'Contact us')])],
  }))
  expect(JSON.stringify(searchIndex(texts, 'en'))).not.toContain('Contact us')
})

test('however much is written, headings and names are held, and the rest is cut', () => {
  const texts = Array.from({length: 50}, (_, page) => ({
    page: pageOf(),
    sections: Array.from({length: 10}, (_, section) =>
      sectionOf(`section-${section}`, `Heading ${page} ${section}`, [
        line('prose', `Prose ${page} ${section} ${'long '.repeat(60)}.`),
        line('title', `Name ${page} ${section}`),
      ]),
    ),
  }))
  const index = JSON.stringify(searchIndex(texts, 'zh'))
  expect(index.length).toBeLessThan(120_000)
  expect(index).toContain('Heading 49 9')
  expect(index).toContain('Name 49 9')
  expect(index).toContain('Prose 0 0')
  expect(index).not.toContain('Prose 49 9')
})

test('a text that is too long does not keep shorter ones out', () => {
  const sections = [
    sectionOf('a', 'A', [line('prose', `${'long '.repeat(20_000)}.`), line('prose', 'A short one.')]),
    sectionOf('b', 'B', [line('prose', 'Another.')]),
  ]
  const index = JSON.stringify(searchIndex([{page: pageOf(), sections}], 'en'))
  expect(index).toContain('A short one.')
  expect(index).toContain('Another.')
})
