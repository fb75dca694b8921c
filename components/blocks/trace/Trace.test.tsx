import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {Trace} from './Trace'

it('is a value to tap, and the records that it is traced to, in order', () => {
  const chain = [
    {_key: 'a', kind: 'Record', title: 'EX-017', detail: 'Friday 16:40', state: 'Reviewed'},
    {_key: 'b', kind: 'Person', title: 'Example B', detail: 'Signed'},
  ]
  const {page} = draw(
    <Trace
      block={{
        _key: 'k',
        _type: 'trace',
        heading: 'Trace',
        report: 'Report EX-R017',
        item: 'Wear',
        value: '0.18',
        unit: 'mm',
        rows: [{_key: 'r', cells: 'Limit|0.25 mm'}],
        prompt: 'Tap to trace',
        chain,
      }}
      context={context}
    />,
  )
  expect(page.getByRole('checkbox', {name: /Wear.*0.18mm.*Tap to trace/})).toBeTruthy()
  expect(page.getAllByRole('listitem').map(({textContent}) => textContent)).toEqual([
    'RecordEX-017ReviewedFriday 16:40',
    'PersonExample BSigned',
  ])
  expect(page.getByRole('definition').textContent).toBe('0.25 mm')
  expect(page.getByRole('figure').textContent).toContain('Illustrative')
})
