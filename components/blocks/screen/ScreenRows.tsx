import {Fragment, type ReactNode} from 'react'
import {
  across,
  deskStyle,
  narrowest,
  narrowestOnDesk,
  PhoneOrDesk,
  SvgLines,
  ToneBar,
} from '@/components/drawings/Picture'
import {textWidth, wrapText} from '@/components/drawings/wrapText'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'

/** A table: header, a rule below each row, the row's tone before its last cell. */
export function Table({layout}: {layout: RowsLayout}) {
  const {header, rows} = layout
  return (
    <>
      {header && <Row row={header} part="label" />}
      {rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </>
  )
}

function Row({row, part}: {row: PlacedRow; part?: 'label'}) {
  const {height, deskHeight, cells, tone} = row
  return (
    <RowGroup row={row}>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their column
        <Cell key={index} cell={cell} tone={index === cells.length - 1 ? tone : undefined} part={part} />
      ))}
      <PhoneOrDesk phone={height / 2} desk={deskHeight / 2}>
        {(y) => <line data-part={part ? undefined : 'faint'} x1="0" x2="100%" y1={y} y2={y} />}
      </PhoneOrDesk>
    </RowGroup>
  )
}

/** A form: labels, values on lines, a mark for fields with a tone. */
export function Fields({layout}: {layout: RowsLayout}) {
  return layout.rows.map((row) => {
    const {key, height, deskHeight, tone, cells} = row
    const [name, ...values] = cells
    return (
      <RowGroup key={key} row={row}>
        {name && <Cell cell={name} part="label" />}
        {values.map((value) => (
          <Fragment key={value.x}>
            <Cell cell={value} tone={tone} />
            <PhoneOrDesk phone={height / 2 - 3} desk={deskHeight / 2 - 3}>
              {(y) => <line x1={across(value.x)} x2="100%" y1={y} y2={y} />}
            </PhoneOrDesk>
          </Fragment>
        ))}
      </RowGroup>
    )
  })
}

/** Positions its children at a row; y counts from the row's middle. */
function RowGroup({row, children}: {row: PlacedRow; children: ReactNode}) {
  const {y, height, deskY, deskHeight} = row
  const middle = y + height / 2
  return (
    <g transform={`translate(0 ${middle})`} style={deskStyle(middle, deskY + deskHeight / 2)}>
      {children}
    </g>
  )
}

interface CellProps {
  cell: PlacedCell
  /** The tone of the cell's mark. */
  tone?: PlacedRow['tone']
  part?: 'label' | undefined
}

/** A cell's text, centred on its row. */
function Cell({cell: {x, lines, deskLines}, tone, part}: CellProps) {
  return (
    <>
      {tone && <ToneBar x={across(x)} y={-4} width={12} height={8} tone={tone} />}
      <PhoneOrDesk phone={lines} desk={deskLines}>
        {(shown) => (
          <SvgLines x={across(x)} dx={tone ? 18 : 0} y={0} lines={shown} lineHeight={lineHeight} part={part} />
        )}
      </PhoneOrDesk>
    </>
  )
}

type Tone = NonNullable<ScreenBlock['rows']>[number]['tone']

export interface ScreenRow {
  _key: string
  cells: string[]
  tone?: Tone
  amount?: number | null | undefined
  reference?: number | null | undefined
}

interface PlacedCell {
  x: number
  lines: string[]
  /** Lines on a desktop: the same array unless they are fewer. */
  deskLines: string[]
}

interface PlacedRow {
  key: string
  y: number
  height: number
  deskY: number
  deskHeight: number
  tone: Tone
  cells: PlacedCell[]
}

interface RowsLayout {
  header: PlacedRow | undefined
  rows: PlacedRow[]
  height: number
  deskHeight: number
}

const lineHeight = 15
/** Line width in ems, matching the font sizes in Picture.module.css. */
const [line, deskLine] = [(narrowest * 0.92) / 12, (narrowestOnDesk * 0.92) / 13]
const padding = 16
/** Minimum and maximum column width in ems. */
const [least, most] = [3, 10]

/** Lays out rows in columns as wide as their texts need; texts that do not fit wrap, on a desktop into fewer lines. */
export function layoutRows(columns: readonly string[], rows: readonly ScreenRow[]): RowsLayout {
  const count = Math.max(columns.length, ...rows.map(({cells}) => cells.length))
  const needs = Array.from({length: count}, (_, column) => {
    const texts = [columns[column], ...rows.map(({cells}) => cells[column])]
    // The last column has room for the mark.
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
