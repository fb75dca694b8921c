import {narrowest, narrowestOnDesk} from '@/components/drawings/Picture'
import {textWidth, wrapText} from '@/components/drawings/wrapText'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'

type Tone = NonNullable<ScreenBlock['rows']>[number]['tone']

export interface ScreenRow {
  _key: string
  cells: string[]
  tone?: Tone
  amount?: number | null | undefined
  reference?: number | null | undefined
}

export interface PlacedCell {
  x: number
  lines: string[]
  /** The lines on a desk: the same array unless they are fewer. */
  deskLines: string[]
}

export interface PlacedRow {
  key: string
  y: number
  height: number
  deskY: number
  deskHeight: number
  tone: Tone
  cells: PlacedCell[]
}

export interface RowsLayout {
  header: PlacedRow | undefined
  rows: PlacedRow[]
  height: number
  deskHeight: number
}

export const lineHeight = 15
/** The width of a line in ems, as Picture.module.css sets the letters. */
const [line, deskLine] = [(narrowest * 0.92) / 12, (narrowestOnDesk * 0.92) / 13]
const padding = 16
/** A column is never narrower than this and asks for no more than that, in ems. */
const [least, most] = [3, 10]

/**
 * Places rows of cells in columns as wide as their texts need; what does not fit on a phone is broken into lines, and on
 * a desk into fewer.
 */
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
  const placeCell = (text: string, column: number, tone: Tone): PlacedCell => {
    const mark = column === count - 1 && tone ? 1.5 : 0
    const share = (needs[column] ?? 0) / total
    const lines = wrapText(text, share * line - mark - 0.5)
    const deskLines = wrapText(text, share * deskLine - mark - 0.5)
    return {x: starts[column] ?? 0, lines, deskLines: deskLines.length < lines.length ? deskLines : lines}
  }
  let y = 0
  let deskY = 0
  const place = ({_key, cells: texts, tone}: ScreenRow): PlacedRow => {
    const cells = texts.map((text, column) => placeCell(text, column, tone))
    const height = heightOf(cells.map(({lines}) => lines))
    const deskHeight = heightOf(cells.map(({deskLines}) => deskLines))
    const placed = {key: _key, y, height, deskY, deskHeight, tone, cells}
    y += height
    deskY += deskHeight
    return placed
  }
  const header = columns.length > 0 ? place({_key: 'header', cells: [...columns]}) : undefined
  return {header, rows: rows.map(place), height: y, deskHeight: deskY}
}

function heightOf(cells: readonly string[][]): number {
  return Math.max(1, ...cells.map(({length}) => length)) * lineHeight + padding
}
