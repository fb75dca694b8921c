import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {timelineShape} from '@/sanity/blocks/timeline/projection'
import {Timeline} from './Timeline'

const block = {
  _key: 'k',
  _type: 'timeline',
  heading: 'Plan',
  alternative: 'Build moves by a month.',
  periods: 'M1|M2|M3|M4',
  lanes: [
    {
      _key: 'a',
      label: 'Vehicle 1',
      items: [{_key: 'i', label: 'Build', from: 2, to: 4, baselineFrom: 1, baselineTo: 3, tone: 'active'}],
    },
  ],
  marker: 2,
  markerLabel: 'Baseline fixed',
  loadLabel: 'Cost',
  loads: [{_key: 'l', amount: 40, baseline: 60}],
}

const textsOf = (element: HTMLElement) => [...element.querySelectorAll('text')].map((text) => text.textContent)

it('draws periods, lanes, bars, costs and the marked moment under its text alternative', () => {
  const {page} = draw(<Timeline block={timelineShape.parse(block)} context={context} />)
  const picture = page.getByRole('img', {name: 'Build moves by a month.'})
  expect(textsOf(picture)).toEqual(['Baseline fixed', 'M1', 'M2', 'M3', 'M4', 'Vehicle 1', 'Build', 'Cost'])
})

it('does not cut the names of the first and the last period where a phone has little room for them', () => {
  const {page} = draw(<Timeline block={timelineShape.parse(block)} context={context} />)
  expect(page.getByRole('img').getAttribute('overflow')).toBe('visible')
})

it('is marked as an example and explains the baseline where there is one', () => {
  const {body} = draw(<Timeline block={timelineShape.parse(block)} context={context} />)
  expect(body.querySelector('figcaption')?.textContent).toBe('Fig. 1 Timeline Example')
  expect(body.textContent).toContain('Current  Baseline')
})

it('writes a label anew where only a wide picture has room for it in its bar', () => {
  const items = [{_key: 'i', label: 'In approval', from: 1, to: 1}]
  const narrowBar = {...block, lanes: [{_key: 'a', label: 'Order', items}], loads: null}
  const {page} = draw(<Timeline block={timelineShape.parse(narrowBar)} context={context} />)
  const labels = [...page.getByRole('img').querySelectorAll('[data-in]')]
  expect(labels.map(({textContent}) => textContent)).toEqual(['In approval', 'In approval'])
  expect(labels.map((label) => label.getAttribute('data-part'))).toEqual(['label', 'onBar'])
})

it('draws no axis for periods without names', () => {
  const bare = {...block, periods: '|||', marker: null, loads: null}
  const {page} = draw(<Timeline block={timelineShape.parse(bare)} context={context} />)
  const picture = page.getByRole('img')
  expect(textsOf(picture)).toEqual(['Vehicle 1', 'Build'])
  expect(picture.querySelector('line:not([data-part])')).toBeNull()
})

it('draws lanes alone without a moment, costs or a baseline', () => {
  const lanes = [{_key: 'a', label: 'Vehicle 1', items: [{_key: 'i', from: 1, to: 1}]}]
  const bare = {...block, lanes, marker: null, loads: null}
  const {page, body} = draw(<Timeline block={timelineShape.parse(bare)} context={context} />)
  expect(textsOf(page.getByRole('img'))).toEqual(['M1', 'M2', 'M3', 'M4', 'Vehicle 1'])
  expect(body.textContent).not.toContain('Baseline')
})
