import {narrowest} from '@/components/drawings/Picture'
import {textWidth, wrapText} from '@/components/drawings/wrapText'
import type {ScreenBlock} from '@/sanity/projections/screen'

type Tone = NonNullable<ScreenBlock['rows']>[number]['tone']

export interface ScreenRow {
  _key: string
  cells: string[]
  tone?: Tone
  amount?: number | null | undefined
  reference?: number | null | undefined
}

export interface PlacedRow {
  key: string
  y: number
  height: number
  tone: Tone
  cells: {x: number; lines: string[]}[]
}

export interface RowsLayout {
  header: PlacedRow | undefined
  rows: PlacedRow[]
  height: number
}

export const lineHeight = 15
const letter = 12
const inner = narrowest * 0.92
const padding = 16
/** A column is never narrower than this and asks for no more than that, in ems. */
const [least, most] = [3, 10]

/** Places rows of cells in columns as wide as their texts need; what does not fit on a phone is broken into lines. */
export function layoutRows(columns: readonly string[], rows: readonly ScreenRow[]): RowsLayout {
  const count = Math.max(columns.length, ...rows.map(({cells}) => cells.length))
  const needs = Array.from({length: count}, (_, column) => {
    const texts = [columns[column], ...rows.map(({cells}) => cells[column])]
    // The mark of the last column needs room of its own.
    const mark = column === count - 1 ? 1.5 : 0
    return Math.min(Math.max(least, ...texts.map((text) => textWidth(text ?? ''))), most) + mark + 1
  })
  const total = needs.reduce((sum, need) => sum + need, 0)
  const starts = needs.map((_, column) => needs.slice(0, column).reduce((sum, need) => sum + need, 0) / total)
  const linesOf = (text: string, column: number) => {
    const mark = column === count - 1 ? 1.5 : 0
    return wrapText(text, (((needs[column] ?? 0) / total) * inner) / letter - mark - 0.5)
  }
  let y = 0
  const place = (row: ScreenRow): PlacedRow => {
    const cells = row.cells.map((text, column) => ({x: starts[column] ?? 0, lines: linesOf(text, column)}))
    const height = Math.max(1, ...cells.map(({lines}) => lines.length)) * lineHeight + padding
    const placed = {key: row._key, y, height, tone: row.tone, cells}
    y += height
    return placed
  }
  const header = columns.length > 0 ? place({_key: 'header', cells: [...columns]}) : undefined
  return {header, rows: rows.map(place), height: y}
}
