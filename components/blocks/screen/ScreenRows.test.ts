import {describe, expect, it} from 'vitest'
import {layoutRows} from './ScreenRows'

const row = (...cells: string[]) => ({_key: cells.join(), cells})

describe('the rows of a screen', () => {
  it('stand below each other without overlap, the header first', () => {
    const {header, rows, height} = layoutRows(['编号', '状态'], [row('例-1', '等待'), row('例-2', '完成')])
    const ends = [header, ...rows].map((placed) => [placed?.y, (placed?.y ?? 0) + (placed?.height ?? 0)])
    expect(ends.slice(1).map(([y]) => y)).toEqual(ends.slice(0, -1).map(([, end]) => end))
    expect(height).toBe(ends.at(-1)?.[1])
  })

  it('give a column with long texts more room', () => {
    const {rows} = layoutRows(['No.', 'Test', 'State'], [row('1', 'Endurance on the test bench', 'open')])
    const [first, second, third] = rows[0]?.cells.map(({x}) => x) ?? []
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan((second ?? 0) - (first ?? 0))
  })

  it('break a text that a phone has no room for, and grow with it', () => {
    const {rows} = layoutRows(
      [],
      [row('Requirement', 'A long sentence that no phone shows in one line'), row('a', 'b')],
    )
    expect(rows[0]?.cells[1]?.lines.length).toBeGreaterThan(1)
    expect(rows[0]?.height).toBeGreaterThan(rows[1]?.height ?? 0)
  })

  it('break fewer texts on a desk, whose rows are then lower', () => {
    const {rows, height, deskHeight} = layoutRows(
      ['Order', 'Test', 'Applicant', 'State'],
      [
        {...row('EX-001', 'Salt spray', 'Team A', 'In approval'), tone: 'waiting'},
        row('EX-002', 'Heat', 'Team B', 'New'),
      ],
    )
    expect(rows[0]?.cells.map(({lines}) => lines.length)).toEqual([1, 2, 1, 2])
    expect(rows[0]?.cells.map(({deskLines}) => deskLines.length)).toEqual([1, 1, 1, 1])
    expect(rows[1]?.deskY).toBeLessThan(rows[1]?.y ?? 0)
    expect(deskHeight).toBeLessThan(height)
  })

  it('get along with a row that has fewer cells than others', () => {
    expect(layoutRows(['A', 'B'], [row('only')]).rows[0]?.cells).toHaveLength(1)
  })
})
