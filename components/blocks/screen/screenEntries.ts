import {stegaClean} from '@sanity/client/stega'
import type {ReactNode} from 'react'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import type {TimelineLane} from '@/sanity/projections/timelineLane'
import {splitCells} from '@/sanity/splitCells'

type Row = NonNullable<ScreenBlock['rows']>[number]

/** A named value of an opened entry. */
interface Fact {
  name: string | undefined
  value: string
}

/** A row, card, lane or field of a screen. One with facts or a note can be chosen. */
export interface ScreenEntry {
  key: string
  cells: string[]
  tone: Row['tone']
  facts: Fact[]
  note: string | null | undefined
  isOpen: boolean
  /** Lengths of the bar and of what it is compared with, 0 to 100. */
  amount: number | undefined
  reference: number | undefined
  /** Bars of a schedule's lane. */
  items: TimelineLane['items']
  /** The visitor's choice at this entry. */
  controls?: ReactNode
}

/** A visitor's choices within a screen, by the number of their row or lane. */
export type ScreenControls = ReadonlyMap<number, ReactNode>

/** Returns a screen's entries; one of those with details is open. */
export function entriesOf(block: ScreenBlock, controls?: ScreenControls): ScreenEntry[] {
  const names = splitCells(block.detailColumns)
  const factsOf = (details: string | null | undefined): Fact[] =>
    splitCells(details).map((value, index) => ({name: names[index], value}))
  const entries: ScreenEntry[] =
    block.kind === 'schedule'
      ? (block.lanes ?? []).map(({_key, label, details, note, items}) => ({
          key: _key,
          cells: [label],
          tone: undefined,
          facts: factsOf(details),
          note,
          isOpen: false,
          amount: undefined,
          reference: undefined,
          items,
        }))
      : (block.rows ?? []).map(({_key, cells, details, note, tone, amount, reference}) => ({
          key: _key,
          cells: splitCells(cells),
          tone,
          facts: factsOf(details),
          note,
          isOpen: false,
          amount: amount ?? undefined,
          reference: reference ?? undefined,
          items: [],
        }))
  const wanted = entries[(block.selected ?? 0) - 1]
  const open = wanted && canBeChosen(wanted) ? wanted : entries.find(canBeChosen)
  return entries.map((entry, index) => ({...entry, isOpen: entry === open, controls: controls?.get(index + 1)}))
}

interface CardColumn {
  name: string
  cards: ScreenEntry[]
}

/**
 * Returns a board's columns, or a calendar's days, each with the cards whose first cell names it. Cards that name none of
 * them follow under their own names: where only the columns are translated, a card still names its column in Chinese.
 */
export function cardColumnsOf(columns: readonly string[], entries: readonly ScreenEntry[]): CardColumn[] {
  const nameOf = ({cells: [first = '']}: ScreenEntry) => stegaClean(first)
  const known = new Set(columns.map((column) => stegaClean(column)))
  const others = new Map(
    entries.filter((entry) => !known.has(nameOf(entry))).map((entry) => [nameOf(entry), entry.cells[0] ?? '']),
  )
  const shown = new Set<string>()
  return [...columns, ...others.values()].map((name) => {
    const clean = stegaClean(name)
    // Columns may be equal in a draft: a card stands in the first of them alone.
    const cards = shown.has(clean) ? [] : entries.filter((entry) => nameOf(entry) === clean)
    shown.add(clean)
    return {name, cards}
  })
}

/** Whether a cell of a plan of spaces is a free one. */
export function isFreeSpace(cell: string): boolean {
  return ['', '-', '–'].includes(stegaClean(cell))
}

export function canBeChosen({facts, note}: ScreenEntry): boolean {
  return facts.length > 0 || Boolean(note)
}
