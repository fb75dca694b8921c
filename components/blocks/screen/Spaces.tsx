import {across} from '@/components/drawings/Picture'
import {Key, keyHeight} from './Key'
import type {ScreenRow} from './layoutRows'

const rowHeight = 44
const spaceHeight = 36
const nameWidth = 0.16

/** Height of a plan of these rows. */
export function spacesHeight(rows: readonly ScreenRow[], names: readonly string[]): number {
  return rows.length * rowHeight + (names.length > 0 ? keyHeight : 0)
}

/** A plan of spaces: a level a row, what stands in each space, and a dashed outline where nothing does. */
export function Spaces({rows, names}: {rows: readonly ScreenRow[]; names: readonly string[]}) {
  return (
    <>
      {rows.map(({_key, cells: [name, ...spaces]}, index) => {
        const y = index * rowHeight
        const width = (1 - nameWidth) / Math.max(spaces.length, 1)
        return (
          <g key={_key}>
            <text data-part="label" x="0" y={y + spaceHeight / 2} dy="0.36em">
              {name}
            </text>
            {spaces.map((space, column) => (
              <Space
                // biome-ignore lint/suspicious/noArrayIndexKey: a space is its place
                key={column}
                text={space}
                x={nameWidth + column * width}
                y={y}
                width={width}
              />
            ))}
            <line x1={across(nameWidth)} x2="100%" y1={y + spaceHeight + 4} y2={y + spaceHeight + 4} />
          </g>
        )
      })}
      <Key names={names} y={rows.length * rowHeight} dashed="waiting" />
    </>
  )
}

function Space({text, x, y, width}: {text: string; x: number; y: number; width: number}) {
  const free = text === '' || text === '-' || text === '–'
  const tone = free ? 'waiting' : 'active'
  return (
    <g data-tone={tone}>
      <rect
        data-part="bar"
        data-tone={tone}
        x={across(x + width * 0.06)}
        y={y + 2}
        width={across(width * 0.88)}
        height={spaceHeight - 2}
      />
      {!free && (
        <text data-part="onBar" x={across(x + width / 2)} y={y + spaceHeight / 2 + 1} dy="0.36em" textAnchor="middle">
          {text}
        </text>
      )}
    </g>
  )
}
