import {PhoneOrDesk} from '@/components/drawings/PhoneOrDesk'
import {across} from '@/components/drawings/Picture'
import {SvgLines} from '@/components/drawings/SvgLines'
import {ToneBar} from '@/components/drawings/ToneBar'
import {lineHeight, type PlacedCell, type PlacedRow} from './layoutRows'

interface CellProps {
  cell: PlacedCell
  /** The state with which the cell is marked. */
  tone?: PlacedRow['tone']
  part?: 'label' | undefined
}

/** What stands in a cell, around the middle of its row. */
export function Cell({cell: {x, lines, deskLines}, tone, part}: CellProps) {
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
