import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {comparisonShape} from '@/sanity/blocks/comparison/projection'
import {Comparison} from './Comparison'

const block = comparisonShape.parse({
  _key: 'k',
  _type: 'comparison',
  before: 'Baseline',
  after: 'Version 3',
  alternative: 'One item added, one removed, one moved.',
  rows: [
    {_key: 'a', item: 'Item A', change: 'same', before: 'month 2', after: 'month 2'},
    {_key: 'b', item: 'Item B', change: 'added', after: 'month 4'},
    {_key: 'c', item: 'Item C', change: 'removed', before: 'month 3'},
    {_key: 'd', item: 'Item D', change: 'changed', before: 'month 1', after: 'month 2'},
  ],
})

it('sets both versions of each item beside each other and says what changed', () => {
  const {page} = draw(<Comparison block={block} context={context} />)
  expect(page.getByRole('table', {name: 'One item added, one removed, one moved.'})).toBeTruthy()
  expect(page.getAllByRole('row').map((row) => [...row.children].map(({textContent}) => textContent))).toEqual([
    ['Item', 'Baseline', 'Version 3'],
    ['Item A unchanged', 'month 2', 'month 2'],
    ['+Item B added', '–', 'month 4'],
    ['−Item C removed', 'month 3', '–'],
    ['≠Item D changed', 'month 1', 'month 2'],
  ])
})

it('counts what was added, removed and changed', () => {
  const {body} = draw(<Comparison block={block} context={context} />)
  expect(body.querySelector('table + p')?.textContent).toBe('+ added 1− removed 1≠ changed 1')
})
