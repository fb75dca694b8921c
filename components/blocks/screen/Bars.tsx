import {across} from '@/components/drawings/Picture'
import {Key, keyHeight} from './Key'
import type {ScreenRow} from './layoutRows'

const rowHeight = 56
const barHeight = 14

/** Height of a chart of these rows. */
export function barsHeight(rows: readonly ScreenRow[], names: readonly string[]): number {
  return rows.length * rowHeight + (names.length > 0 ? keyHeight : 0)
}

/** A chart: a bar for each row, and the outline of what it is compared with. It shows proportions, never figures. */
export function Bars({rows, names}: {rows: readonly ScreenRow[]; names: readonly string[]}) {
  return (
    <>
      {rows.map(({_key, cells, amount, reference}, index) => {
        const y = index * rowHeight
        return (
          <g key={_key}>
            <text x="0" y={y + 8} dy="0.36em">
              {cells[0]}
            </text>
            <text data-part="label" x="100%" y={y + 8} dy="0.36em" textAnchor="end">
              {cells[1]}
            </text>
            <line data-part="faint" x1="0" x2="100%" y1={y + 46} y2={y + 46} />
            <rect
              data-part="bar"
              data-tone="active"
              x="0"
              y={y + 27}
              width={across(partOf(amount))}
              height={barHeight}
            />
            {reference != null && (
              <rect data-part="dashed" x="0" y={y + 23} width={across(partOf(reference))} height={barHeight + 8} />
            )}
            <line x1="0" x2="0" y1={y + 21} y2={y + 47} />
          </g>
        )
      })}
      <Key names={names} y={rows.length * rowHeight} dashed="outline" />
    </>
  )
}

function partOf(amount: number | null | undefined): number {
  return Math.min(Math.max(amount ?? 0, 0), 100) / 100
}
