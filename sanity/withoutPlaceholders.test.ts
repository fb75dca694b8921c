import {expect, it} from 'vitest'
import {withoutPlaceholders} from './withoutPlaceholders.ts'

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

it('content without a placeholder is handed on as it is', () => {
  const result = {name: string('公司', 'Company')}
  expect(withoutPlaceholders(result)).toBe(result)
})

it('words that may be meant stay', () => {
  const row = {_type: 'row', cells: string('原始记录|待填写'), note: string('A person to be named in the contract')}
  expect(withoutPlaceholders({rows: [row]})).toEqual({rows: [row]})
})
