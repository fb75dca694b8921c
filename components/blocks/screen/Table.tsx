import {PhoneOrDesk} from '@/components/drawings/PhoneOrDesk'
import {Cell} from './Cell'
import type {PlacedRow, RowsLayout} from './layoutRows'
import {RowGroup} from './RowGroup'

/** A list: its header, a line below each row, and the row's state before its last cell. */
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
