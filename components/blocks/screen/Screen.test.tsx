import {describe, expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {screenShape} from '@/sanity/blocks/screen/projection'
import {Screen} from './Screen'

const screen = (more: object) =>
  screenShape.safeParse({_key: 'k', _type: 'screen', alternative: 'What it shows.', title: 'Orders', ...more})

function textsOf(more: object) {
  const {data} = screen(more)
  if (!data) throw new Error('does not fit the shape')
  const {page} = draw(<Screen block={data} context={context} />)
  const picture = page.getByRole('img', {name: 'What it shows.'})
  return [...picture.querySelectorAll('text')].map(({textContent}) => textContent)
}

const row = (cells: string, more: object = {}) => ({_key: cells, cells, ...more})

describe('a product screen', () => {
  it('is a numbered figure that says that it is illustrative', () => {
    const block = screenShape.parse({
      ...{_key: 'k', _type: 'screen', kind: 'form', alternative: 'What it shows.', title: 'Orders'},
      rows: [row('Order|EX-001')],
    })
    const {body} = draw(<Screen block={block} context={context} />)
    const caption = body.querySelector('figcaption')?.textContent
    expect(caption).toBe('Fig. 1 Product screen Illustrative screen, example content')
  })

  it('shows a list with its header', () => {
    const rows = [row('EX-001|in approval', {tone: 'waiting'})]
    expect(textsOf({kind: 'table', columns: 'Order|State', rows})).toEqual([
      'Orders',
      'Order',
      'State',
      'EX-001',
      'in approval',
    ])
  })

  it('breaks a text for a phone, and writes it whole for a desk', () => {
    const columns = 'Order|Test|Applicant|State'
    const rows = [row('EX-001|Vibration|Team A|In approval', {tone: 'waiting'})]
    const {data} = screen({kind: 'table', columns, rows})
    if (!data) throw new Error('does not fit the shape')
    const {page} = draw(<Screen block={data} context={context} />)
    const picture = page.getByRole('img')
    const linesOn = (screen: string) =>
      [...picture.querySelectorAll(`[data-on="${screen}"] tspan`)].map(({textContent}) => textContent)
    expect(linesOn('phone')).toEqual(['In', 'approval'])
    expect(linesOn('desk')).toEqual(['In approval'])
    expect(Number.parseInt(picture.style.getPropertyValue('--desk'), 10)).toBeLessThan(
      Number(picture.getAttribute('height')),
    )
  })

  it('shows a form, a chart with its key, and a plan of spaces that leaves free ones empty', () => {
    expect(textsOf({kind: 'form', rows: [row('Method|EX-M1')]})).toEqual(['Orders', 'Method', 'EX-M1'])
    expect(
      textsOf({kind: 'chart', columns: 'Now|Plan', rows: [row('Item A|late', {amount: 60, reference: 40})]}),
    ).toEqual(['Orders', 'Item A', 'late', 'Now', 'Plan'])
    expect(textsOf({kind: 'spaces', rows: [row('Level 2|EX-7|-')]})).toEqual(['Orders', 'Level 2', 'EX-7'])
  })

  it('shows a schedule by its lanes', () => {
    const lanes = [{_key: 'l', label: 'Rig 1', items: [{_key: 'i', from: 1, to: 2, label: 'EX-001', tone: 'active'}]}]
    expect(textsOf({kind: 'schedule', columns: 'Mon|Tue', lanes})).toEqual(['Orders', 'Mon', 'Tue', 'Rig 1', 'EX-001'])
  })

  it('is refused without anything to show', () => {
    expect(screen({kind: 'table', lanes: []}).success).toBe(false)
    expect(screen({kind: 'schedule', rows: [row('a')]}).success).toBe(false)
  })
})
