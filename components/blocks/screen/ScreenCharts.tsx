import {across, ToneBar} from '@/components/drawings/Picture'
import type {ScreenRow} from './ScreenRows'

const barRowHeight = 56
const barHeight = 14

export function barsHeight(rows: readonly ScreenRow[], names: readonly string[]): number {
  return rows.length * barRowHeight + (names.length > 0 ? keyHeight : 0)
}

/** A bar per row and the outline of its reference value. Shows proportions, not figures. */
export function Bars({rows, names}: {rows: readonly ScreenRow[]; names: readonly string[]}) {
  return (
    <>
      {rows.map(({_key, cells, amount, reference}, index) => {
        const y = index * barRowHeight
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
      <Key names={names} y={rows.length * barRowHeight} dashed="outline" />
    </>
  )
}

function partOf(amount: number | null | undefined): number {
  return Math.min(Math.max(amount ?? 0, 0), 100) / 100
}

const levelHeight = 44
const spaceHeight = 36
const nameWidth = 0.16

export function spacesHeight(rows: readonly ScreenRow[], names: readonly string[]): number {
  return rows.length * levelHeight + (names.length > 0 ? keyHeight : 0)
}

/** A floor plan: one level per row, occupied spaces filled, free ones dashed. */
export function Spaces({rows, names}: {rows: readonly ScreenRow[]; names: readonly string[]}) {
  return (
    <>
      {rows.map(({_key, cells: [name, ...spaces]}, index) => {
        const y = index * levelHeight
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
      <Key names={names} y={rows.length * levelHeight} dashed="waiting" />
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

interface KeyProps {
  names: readonly string[]
  y: number
  /** The meaning of dashed shapes: reference outlines or waiting bars. */
  dashed: 'outline' | 'waiting'
}

const keyHeight = 24

/** The legend: filled and dashed shapes. */
function Key({names: [filled, other], y, dashed}: KeyProps) {
  return (
    <>
      {filled && <Entry x="0%" y={y} name={filled} kind="active" />}
      {other && <Entry x="40%" y={y} name={other} kind={dashed} />}
    </>
  )
}

function Entry({x, y, name, kind}: {x: string; y: number; name: string; kind: 'active' | 'outline' | 'waiting'}) {
  const mark = {x, y: y + 12, width: 12, height: 8}
  return (
    <>
      {kind === 'outline' ? <rect data-part="dashed" data-small="" {...mark} /> : <ToneBar {...mark} tone={kind} />}
      <text data-part="label" x={x} y={y + 16} dx="18" dy="0.36em">
        {name}
      </text>
    </>
  )
}
