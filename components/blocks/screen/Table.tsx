import {across} from '@/components/drawings/Picture'
import {SvgLines} from '@/components/drawings/SvgLines'
import {ToneBar} from '@/components/drawings/ToneBar'
import {lineHeight, type PlacedRow, type RowsLayout} from './layoutRows'

/** A list: its header, a line below each row, and the row's state before its last cell. */
export function Table({layout}: {layout: RowsLayout}) {
  const {header, rows} = layout
  return (
    <>
      {header && <Row row={header} part="label" />}
      {header && <line x1="0" x2="100%" y1={header.height} y2={header.height} />}
      {rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </>
  )
}

function Row({row, part}: {row: PlacedRow; part?: 'label'}) {
  const {y, height, cells, tone} = row
  const middle = y + height / 2
  return (
    <>
      {cells.map(({x, lines}, index) => {
        const marked = tone && index === cells.length - 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their column
          <g key={index}>
            {marked && <ToneBar x={across(x)} y={middle - 4} width={12} height={8} tone={tone} />}
            <SvgLines x={across(x)} dx={marked ? 18 : 0} y={middle} lines={lines} lineHeight={lineHeight} part={part} />
          </g>
        )
      })}
      {!part && <line data-part="faint" x1="0" x2="100%" y1={y + height} y2={y + height} />}
    </>
  )
}
