import type {CSSProperties, ReactNode} from 'react'
import {
  canBeChosen,
  cardColumnsOf,
  entriesOf,
  isFreeSpace,
  type ScreenEntry,
} from '@/components/blocks/screen/screenEntries'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import {splitCells} from '@/sanity/splitCells'
import {palette} from './palette'

interface ScreenPictureProps {
  screen: ScreenBlock
  /** The product's hue. */
  color: string
}

const width = 840
const padding = 24
const labelWidth = 168
/** More would be too narrow for text that is read in a chat. */
const most = {columns: 4, spaces: 6, rows: 9, cards: 3}

/**
 * A screen of a product at its size in a share picture, whose lower edge cuts it off: with `overflow: hidden` each box in
 * it would be drawn through a mask, and the picture take three times as long.
 */
export function ScreenPicture({screen, color}: ScreenPictureProps) {
  const {title, action, kind} = screen
  return (
    <div
      style={{
        ...column,
        width,
        flexGrow: 1,
        backgroundColor: palette.sheet,
        border: `2px solid ${palette['ink-soft']}`,
        borderBottom: 'none',
        borderRadius: '12px 12px 0 0',
        fontSize: 23,
      }}
    >
      <div style={{...row, justifyContent: 'space-between', padding: `16px ${padding}px`}}>
        <div style={{...oneLine, fontSize: 28, fontWeight: 700}}>{title}</div>
        {action ? (
          <div style={{...oneLine, padding: '6px 18px', color: palette.paper, backgroundColor: color, borderRadius: 6}}>
            {action}
          </div>
        ) : null}
      </div>
      <Body kind={kind} columns={splitCells(screen.columns)} entries={entriesOf(screen)} color={color} />
    </div>
  )
}

interface BodyProps {
  columns: readonly string[]
  entries: readonly ScreenEntry[]
  color: string
}

function Body({kind, ...body}: BodyProps & {kind: ScreenBlock['kind']}) {
  switch (kind) {
    case 'table':
      return <Table {...body} />
    case 'certificate':
      return (
        <div style={column}>
          <Pairs {...body} entries={body.entries.filter(({tone}) => !tone)} />
          <Table {...body} entries={body.entries.filter(({tone}) => tone)} />
        </div>
      )
    case 'form':
    case 'trace':
      return <Pairs {...body} />
    case 'chart':
      return <Bars {...body} />
    case 'schedule':
      return <Schedule {...body} />
    case 'spaces':
      return <Spaces {...body} />
    case 'board':
      return <Board columns={cardColumnsOf(body.columns, body.entries)} color={body.color} />
    case 'calendar': {
      const days = cardColumnsOf(body.columns, body.entries)
      return <Board columns={days.filter(({cards}) => cards.length > 0)} color={body.color} />
    }
  }
}

function Table({columns, entries, color}: BodyProps) {
  const shorten = <Cell,>(cells: readonly Cell[]) =>
    cells.length > most.columns ? [...cells.slice(0, most.columns - 1), ...cells.slice(-1)] : [...cells]
  const rows = entries.map((entry) => ({entry, cells: shorten(entry.cells)}))
  // Columns share the width as their longest texts need it.
  const shares = shorten(columns.length > 0 ? columns : (entries[0]?.cells ?? [])).map((name, index) =>
    Math.min(Math.max(...[name, ...rows.map(({cells}) => cells[index] ?? '')].map(widthOf)), 26),
  )
  return (
    <div style={column}>
      {columns.length > 0 && (
        <div style={{...line, color: palette['ink-soft'], fontSize: 20, height: 36}}>
          <Cells cells={shorten(columns)} shares={shares} />
        </div>
      )}
      {rows.slice(0, most.rows).map(({entry, cells}) => (
        <Line key={entry.key} entry={entry} color={color}>
          <Cells cells={cells} shares={shares} mark={<Mark entry={entry} color={color} />} />
        </Line>
      ))}
    </div>
  )
}

interface CellsProps {
  cells: readonly string[]
  shares: readonly number[]
  /** Before the last one. */
  mark?: ReactNode
}

function Cells({cells, shares, mark}: CellsProps) {
  return (
    <div style={{...row, flexGrow: 1}}>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their column
        <div key={index} style={{...row, flexGrow: shares[index] ?? 8, flexBasis: 0, paddingRight: 16}}>
          {index === cells.length - 1 ? mark : null}
          <div style={oneLine}>{cell}</div>
        </div>
      ))}
    </div>
  )
}

/** Names and their values. */
function Pairs({entries, color}: BodyProps) {
  return (
    <div style={column}>
      {entries.slice(0, most.rows).map((entry) => (
        <Line key={entry.key} entry={entry} color={color}>
          <div style={{...oneLine, width: labelWidth, color: palette['ink-soft']}}>{entry.cells[0]}</div>
          <div style={oneLine}>{entry.cells.slice(1).join(' · ')}</div>
        </Line>
      ))}
    </div>
  )
}

function Bars({entries, color}: BodyProps) {
  const full = width - 2 * padding
  return (
    <div style={column}>
      {entries.slice(0, most.rows).map(({key, cells, amount, reference}) => (
        <div key={key} style={{...column, padding: `8px ${padding}px`}}>
          <div style={{...row, justifyContent: 'space-between'}}>
            <div style={oneLine}>{cells[0]}</div>
            <div style={{...oneLine, color: palette['ink-soft'], fontSize: 20}}>{cells[1]}</div>
          </div>
          <div style={{display: 'flex', position: 'relative', height: 20, marginTop: 6, backgroundColor: palette.line}}>
            <div style={{width: lengthOf(amount, full), height: 20, backgroundColor: color}} />
            <div style={{...tick, left: lengthOf(reference, full)}} />
          </div>
        </div>
      ))}
    </div>
  )
}

function Schedule({columns, entries, color}: BodyProps) {
  const last = Math.max(columns.length, ...entries.flatMap(({items}) => items.map(({to}) => to)), 1)
  const step = (width - 2 * padding - labelWidth) / last
  return (
    <div style={column}>
      <div style={{...line, paddingLeft: padding + labelWidth, color: palette['ink-soft'], fontSize: 20, height: 36}}>
        {columns.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: periods may be nameless
          <div key={index} style={{...oneLine, width: step}}>
            {name}
          </div>
        ))}
      </div>
      {entries.slice(0, most.rows).map((entry) => (
        <Line key={entry.key} entry={entry} color={color}>
          <div style={{...oneLine, width: labelWidth, paddingRight: 12}}>{entry.cells[0]}</div>
          <div style={{display: 'flex', position: 'relative', flexGrow: 1, height: 34}}>
            {entry.items.map(({_key, label, from, to, tone}) => (
              <div
                key={_key}
                style={{
                  ...box(tone, color),
                  position: 'absolute',
                  left: (from - 1) * step,
                  width: (to - from + 1) * step - 4,
                }}
              >
                <div style={oneLine}>{label}</div>
              </div>
            ))}
          </div>
        </Line>
      ))}
    </div>
  )
}

function Spaces({entries, color}: BodyProps) {
  return (
    <div style={column}>
      {entries.slice(0, most.rows).map((entry) => (
        <Line key={entry.key} entry={entry} color={color}>
          <div style={{...oneLine, width: 80, color: palette['ink-soft']}}>{entry.cells[0]}</div>
          {entry.cells.slice(1, most.spaces + 1).map((space, index) => {
            const isFree = isFreeSpace(space)
            return (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: a space is its place
                key={index}
                style={{...box(isFree ? 'waiting' : 'active', color), flexGrow: 1, flexBasis: 0, marginRight: 6}}
              >
                <div style={oneLine}>{isFree ? '' : space}</div>
              </div>
            )
          })}
        </Line>
      ))}
    </div>
  )
}

function Board({columns, color}: {columns: ReturnType<typeof cardColumnsOf>; color: string}) {
  // Columns with cards go before empty ones: those that no heading names come last and would be cut off.
  const fullestFirst = columns.toSorted((one, other) => Number(other.cards.length > 0) - Number(one.cards.length > 0))
  const chosen = new Set(fullestFirst.slice(0, most.columns))
  const shown = columns.filter((column) => chosen.has(column))
  const each = (width - 2 * padding + 12) / Math.max(shown.length, 1) - 12
  return (
    <div style={{display: 'flex', padding: `0 ${padding}px`}}>
      {shown.map(({name, cards}, index) => (
        <div key={name} style={{...column, width: each, marginRight: index < shown.length - 1 ? 12 : 0}}>
          <div style={{...oneLine, color: palette['ink-soft'], fontSize: 20}}>{name}</div>
          {cards.slice(0, most.cards).map((entry) => (
            <div key={entry.key} style={{...column, ...card, borderColor: entry.isOpen ? color : palette.line}}>
              <div style={{...row, fontSize: 20}}>
                <Mark entry={entry} color={color} />
                <div style={oneLine}>{entry.cells[1]}</div>
              </div>
              <div style={oneLine}>{entry.cells[2]}</div>
              <div style={{...oneLine, color: palette['ink-soft'], fontSize: 20}}>
                {entry.cells.slice(3).join(' · ')}
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** A line of an entry; the open one is marked and followed by its note. */
function Line({entry, color, children}: {entry: ScreenEntry; color: string; children: ReactNode}) {
  const isOpen = entry.isOpen && canBeChosen(entry)
  return (
    <div style={{...column, backgroundColor: isOpen ? `${color}14` : palette.sheet}}>
      <div style={{...line, borderLeft: `6px solid ${isOpen ? color : palette.sheet}`, paddingLeft: padding - 6}}>
        {children}
      </div>
      {isOpen && entry.note ? (
        <div style={{...oneLine, padding: `0 ${padding}px 12px`, fontWeight: 700}}>{entry.note}</div>
      ) : null}
    </div>
  )
}

function Mark({entry: {tone}, color}: {entry: ScreenEntry; color: string}) {
  if (!tone) return null
  return <div style={{...box(tone, color), flexShrink: 0, width: 18, height: 18, padding: 0, marginRight: 8}} />
}

const row: CSSProperties = {display: 'flex', alignItems: 'center', minWidth: 0}
const column: CSSProperties = {display: 'flex', flexDirection: 'column', minWidth: 0}
const oneLine: CSSProperties = {display: 'block', overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis'}
const line: CSSProperties = {...row, flexShrink: 0, height: 48, padding: `0 ${padding}px`}
const tick: CSSProperties = {position: 'absolute', top: -4, width: 3, height: 28, backgroundColor: palette.ink}
const card: CSSProperties = {marginTop: 10, padding: '10px 14px', border: '2px solid', borderRadius: 6}

/** A filled, dashed or grey box, as on the page. */
function box(tone: ScreenEntry['tone'] | undefined, color: string): CSSProperties {
  const look: CSSProperties = {
    ...row,
    height: 34,
    padding: '0 8px',
    border: `2px solid ${color}`,
    borderRadius: 4,
    fontSize: 20,
  }
  if (tone === 'waiting') return {...look, borderStyle: 'dashed'}
  if (tone === 'ended') return {...look, borderColor: palette['line-strong'], backgroundColor: palette.line}
  return {...look, color: palette.paper, backgroundColor: color}
}

function lengthOf(percentage: number | undefined, full: number): number {
  return (Math.min(Math.max(percentage ?? 0, 0), 100) / 100) * full
}

/** Rough: a Han character is as wide as two others. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 2)
}

/** All that the picture shows of a screen, for its fonts. */
export function textsIn({title, action, columns, rows, lanes}: ScreenBlock): string {
  const entries = [
    ...(rows ?? []).flatMap(({cells, note}) => [cells, note]),
    ...(lanes ?? []).flatMap(({label, note, items}) => [label, note, ...items.map((item) => item.label)]),
  ]
  return [title, action, columns, ...entries, ' · …'].join('')
}
