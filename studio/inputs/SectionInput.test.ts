import {expect, test} from 'vitest'
import {sectionChoices} from './SectionInput.tsx'

const blocks = [
  {_key: 'faq1', _type: 'faq', heading: {zh: '常见问题', en: 'Common questions'}},
  {_key: 'a1b2', _type: 'points', heading: {zh: '三件事'}},
  {_key: 'c3', _type: 'screen'},
]

test.each([
  ['en', ['1　Common questions', '2　三件事', '3　Product screen']],
  ['zh', ['1　常见问题', '2　三件事', '3　产品画面']],
] as const)('sections are listed in the page’s order, by heading or else by their kind: %s', (language, titles) => {
  const choices = sectionChoices('/maixun', blocks, language)
  expect(choices.map(({title}) => title)).toEqual(titles)
  expect(choices.map(({value}) => value)).toEqual(['/maixun#faq1', '/maixun#a1b2', '/maixun#c3'])
})

test('a section that is moved or headed anew stays the same', () => {
  const [first, ...others] = blocks
  const renamed = {...first, heading: {zh: '问与答'}}
  const valuesOf = (list: readonly unknown[]) => sectionChoices('/maixun', list).map(({value}) => value)
  expect(valuesOf([...others, renamed]).toSorted()).toEqual(valuesOf(blocks).toSorted())
})
