import type {ReactNode} from 'react'
import {deskStyle} from '@/components/drawings/Picture'
import type {PlacedRow} from './layoutRows'

/** Puts what it contains where a row stands. Heights in it count from the row's middle. */
export function RowGroup({row, children}: {row: PlacedRow; children: ReactNode}) {
  const {y, height, deskY, deskHeight} = row
  const middle = y + height / 2
  return (
    <g transform={`translate(0 ${middle})`} style={deskStyle(middle, deskY + deskHeight / 2)}>
      {children}
    </g>
  )
}
