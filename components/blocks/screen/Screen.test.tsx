import {describe, expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, moduleOf} from '@/components/testing/fixtures'
import {screenShape} from '@/sanity/blocks/screen/projection'
import {Screen} from './Screen'

const screen = (more: object) =>
  screenShape.safeParse({_key: 'k', _type: 'screen', alternative: 'What it shows.', title: 'Orders', ...more})

function drawn(more: object) {
  const {data} = screen(more)
  if (!data) throw new Error('does not fit the shape')
  return draw(<Screen block={data} context={context} />)
}

function pictureOf(more: object): string | null {
  return drawn(more).page.getByRole('img', {name: 'What it shows.'}).textContent
}

const row = (cells: string, more: object = {}) => ({_key: cells, cells, ...more})

const orders = {
  kind: 'table',
  columns: 'Order|Test|State',
  detailColumns: 'Sample|Method',
  filters: 'All|Waiting|Active',
  rows: [
    row('EX-1|Vibration|New', {tone: 'waiting'}),
    row('EX-2|Heat|Running', {tone: 'active', details: 'EX-S2|Method A', note: 'May go on.'}),
    row('EX-3|Cold|Running', {tone: 'active', details: 'EX-S3|Method B'}),
  ],
}

describe('a product screen', () => {
  it('is a numbered figure that says that it is illustrative', () => {
    const {body} = drawn({kind: 'form', rows: [row('Order|EX-001')]})
    const caption = body.querySelector('figcaption')?.textContent
    expect(caption).toBe('Fig. 1 Orders Illustrative screen, example content')
  })

  it('is a table with its header, and a picture if nothing in it can be chosen', () => {
    const rows = [row('EX-001|in approval', {tone: 'waiting'})]
    expect(pictureOf({kind: 'table', columns: 'Order|State', rows})).toBe('OrdersOrderStateEX-001in approval')
  })

  it('opens the first row that has details, by a radio button named after its header', () => {
    const {page, body} = drawn(orders)
    expect(page.getByRole('group', {name: 'What it shows.'})).toBeTruthy()
    const [first, second, ...others] = [...body.querySelectorAll('[name="screen-k"]')]
    expect([first?.hasAttribute('checked'), second?.hasAttribute('checked'), others.length]).toEqual([true, false, 0])
    expect(page.getByRole('radio', {name: 'EX-2'})).toBe(first)
    expect(page.getByText('EX-S2').parentElement?.textContent).toBe('SampleEX-S2')
    expect(page.getByText('May go on.')).toBeTruthy()
  })

  it('opens the row that the editor names', () => {
    const {page} = drawn({...orders, selected: 3})
    expect(page.getByRole('radio', {name: 'EX-3'}).hasAttribute('checked')).toBe(true)
  })

  it('counts the rows of each filter', () => {
    const {page} = drawn(orders)
    const filters = page.getByRole('group', {name: 'Show'})
    expect([...filters.querySelectorAll('label')].map(({textContent}) => textContent)).toEqual([
      'All 3',
      'Waiting 1',
      'Active 2',
    ])
  })

  it('marks its module among those of the product', () => {
    const [entrust, methods] = [moduleOf('Orders', 1), moduleOf('Methods', 2)]
    const {body} = drawn({
      ...orders,
      module: {...entrust, product: {...entrust.product, modules: [entrust, methods]}},
    })
    const bar = [...body.querySelectorAll('ul[aria-hidden] > li')]
    expect(bar.map(({textContent}) => textContent)).toEqual(['LIMS', 'Orders', 'Methods'])
    expect(bar.map((item) => item.hasAttribute('data-current'))).toEqual([false, true, false])
  })

  it('shows a form, a chart with its key, and a plan of spaces that leaves free ones empty', () => {
    expect(pictureOf({kind: 'form', rows: [row('Method|EX-M1')]})).toBe('OrdersMethodEX-M1')
    expect(
      pictureOf({kind: 'chart', columns: 'Now|Plan', rows: [row('Item A|late', {amount: 60, reference: 40})]}),
    ).toBe('OrdersItem AlateNowPlan')
    expect(pictureOf({kind: 'spaces', rows: [row('Level 2|EX-7|-')]})).toBe('OrdersLevel 2EX-7')
  })

  it('shows a schedule by its lanes', () => {
    const lanes = [{_key: 'l', label: 'Rig 1', items: [{_key: 'i', from: 1, to: 2, label: 'EX-001', tone: 'active'}]}]
    expect(pictureOf({kind: 'schedule', columns: 'Mon|Tue', lanes})).toBe('OrdersMonTueRig 1EX-001')
  })

  it('shows a board by its columns, a trace in order, and a certificate with its projects', () => {
    const cards = [row('New|EX-1|Heat|Team A'), row('Done|EX-2|Cold|Team B')]
    expect(pictureOf({kind: 'board', columns: 'Done|New', rows: cards})).toBe(
      'OrdersDone 1EX-2ColdTeam BNew 1EX-1HeatTeam A',
    )
    expect(pictureOf({kind: 'trace', rows: [row('Result|1 mm|Item 4'), row('Record|EX-R1')]})).toBe(
      'OrdersResult1 mmItem 4RecordEX-R1',
    )
    const projects = [row('Held by|EX lab'), row('P-01|Heat|Valid', {tone: 'active'})]
    expect(pictureOf({kind: 'certificate', columns: 'No.|Project|State', rows: projects})).toBe(
      'OrdersHeld byEX labNo.ProjectStateP-01HeatValid',
    )
  })

  it('shows bookings on their days, five or seven days a line, and leaves free days empty', () => {
    const rows = [row('Tue 24|Rig 1|EX-1|to Wed', {details: 'EX-S1', note: 'May go on.'}), row('Mon 30|Rig 2|EX-2')]
    const days = 'Mon 23|Tue 24|Wed 25|Thu 26|Fri 27|Mon 30|Tue 1|Wed 2|Thu 3|Fri 4'
    const {body, page} = drawn({kind: 'calendar', columns: days, detailColumns: 'Sample', rows})
    const booked = [...body.querySelectorAll('li')].map(({parentElement, textContent}) => [
      parentElement?.parentElement?.querySelector('b')?.textContent,
      textContent,
    ])
    expect(booked).toEqual([
      ['Tue 24', 'Rig 1EX-1to WedSampleEX-S1May go on.'],
      ['Mon 30', 'Rig 2EX-2'],
    ])
    expect(page.getByText('Wed 25').closest('div')?.textContent.trim()).toBe('Wed 25')
    expect(page.getByRole('radio', {name: /EX-1/}).hasAttribute('checked')).toBe(true)
    const daysOfWeek = (columns: string) =>
      drawn({kind: 'calendar', columns, rows}).body.querySelector<HTMLElement>('[style*="--n"]')?.getAttribute('style')
    expect([daysOfWeek(days), daysOfWeek('1|2|3|4|5|6|7')]).toEqual(['--n:5', '--n:7'])
  })

  it('shows a card that names no column or day, as one without English, under its own name', () => {
    const cards = [row('待办|EX-1|Heat'), row('Done|EX-2|Cold'), row('待办|EX-3|Cold')]
    expect(pictureOf({kind: 'board', columns: 'Done|New', rows: cards})).toBe(
      'OrdersDone 1EX-2ColdNew 0待办 2EX-1HeatEX-3Cold',
    )
    const {body} = drawn({kind: 'calendar', columns: '1|2|3|4|5', rows: [row('周二|EX-1'), row('2|EX-2')]})
    expect([...body.querySelectorAll('li')].map(({textContent}) => textContent)).toEqual(['EX-2', 'EX-1'])
    expect(body.querySelector('[style*="--n"]')?.getAttribute('style')).toBe('--n:5')
  })

  it('shows each card once where a draft names two columns alike', () => {
    const cards = [row('Done|EX-1|Heat'), row('New|EX-2|Cold')]
    expect(pictureOf({kind: 'board', columns: 'Done|New|Done', rows: cards})).toBe(
      'OrdersDone 1EX-1HeatNew 1EX-2ColdDone 0',
    )
    const {body} = drawn({kind: 'calendar', columns: '1|2|1|2|3', rows: [row('2|EX-1')]})
    expect(body.querySelectorAll('li')).toHaveLength(1)
    expect(body.querySelector('[style*="--n"]')?.getAttribute('style')).toBe('--n:5')
  })

  it('is refused without anything to show', () => {
    expect(screen({kind: 'table', lanes: []}).success).toBe(false)
    expect(screen({kind: 'schedule', rows: [row('a')]}).success).toBe(false)
  })
})
