import {textWidth, wrapText} from '@/components/drawings/wrapText'

export interface DiagramState {
  name: string
}

export interface DiagramTransition {
  _key: string
  /** Position of a state, from one. */
  from: number
  to: number
  label: string
}

interface PlacedState {
  x: number
  y: number
  width: number
  height: number
  lines: string[]
}

interface PlacedTransition {
  key: string
  path: string
  label: {x: number; y: number; lines: string[]; anchor: 'start' | 'middle'}
}

export interface Diagram {
  width: number
  height: number
  states: PlacedState[]
  transitions: PlacedTransition[]
}

export const lineHeight = 18
/** The widest diagram: on a phone of 320 px, where a figure has 262, its labels are still 12 px high. */
const widest = 283
const labelSize = 13
const stateWidth = 136
const fontSize = 14
const top = 2

/**
 * Lays out a state diagram that fits a phone. States are stacked; a transition to the next state goes straight down,
 * every other one takes a lane on the right, shorter ones nearer.
 */
export function layoutStates(states: readonly DiagramState[], transitions: readonly DiagramTransition[]): Diagram {
  const straight = transitions.filter(({from, to}) => to === from + 1)
  const lanes = transitions
    .filter((transition) => !straight.includes(transition))
    .sort((a, b) => Math.abs(a.from - a.to) - Math.abs(b.from - b.to))
  const placed = placeStates(states, transitions, lanes)
  const last = placed.at(-1)
  const drawn = [
    ...straight.flatMap((transition) => placeStraight(transition, placed)),
    ...lanes.flatMap((transition, index) => placeLane(transition, {placed, lanes, index})),
  ]
  const ends = [...placed.map(({x, width}) => x + width), ...drawn.map(({label}) => endOf(label))]
  return {
    width: Math.min(Math.ceil(Math.max(0, ...ends)) + 2, widest),
    height: last ? last.y + last.height + top : 0,
    states: placed,
    transitions: drawn,
  }
}

/** The right edge of a label. */
function endOf({x, lines, anchor}: PlacedTransition['label']): number {
  return x + widthOf(lines) * (anchor === 'middle' ? 0.5 : 1)
}

function widthOf(lines: readonly string[]): number {
  return Math.max(...lines.map(textWidth)) * labelSize
}

function placeStates(
  states: readonly DiagramState[],
  transitions: readonly DiagramTransition[],
  lanes: readonly DiagramTransition[],
): PlacedState[] {
  let y = top
  return states.map(({name}, index) => {
    const lines = wrapText(name, (stateWidth - 28) / fontSize)
    const ports = lanes.reduce((sum, {from, to}) => sum + Number(from === index + 1) + Number(to === index + 1), 0)
    const height = Math.max(lines.length * lineHeight + 28, ports * 16 + 20)
    const state = {x: 1, y, width: stateWidth, height, lines}
    const down = transitions.find(({from, to}) => from === index + 1 && to === index + 2)
    y += height + Math.max(56, (down ? straightLines(down).length : 0) * lineHeight + 32)
    return state
  })
}

function straightLines({label}: DiagramTransition): string[] {
  return wrapText(label, 7.2)
}

function placeStraight(transition: DiagramTransition, placed: readonly PlacedState[]): PlacedTransition[] {
  const from = placed[transition.from - 1]
  const to = placed[transition.to - 1]
  if (!from || !to) return []
  const x = from.x + 26
  const start = from.y + from.height
  const lines = straightLines(transition)
  const y = (start + to.y) / 2
  return [
    {
      key: transition._key,
      path: `M${x} ${start}V${to.y - 1}`,
      label: {x: x + 12, y, lines, anchor: 'start'},
    },
  ]
}

interface LaneContext {
  placed: readonly PlacedState[]
  lanes: readonly DiagramTransition[]
  index: number
}

function placeLane(transition: DiagramTransition, {placed, lanes, index}: LaneContext): PlacedTransition[] {
  const from = placed[transition.from - 1]
  const to = placed[transition.to - 1]
  if (!from || !to) return []
  const right = from.x + stateWidth
  const spacing = Math.min(92, (widest - right) / lanes.length)
  const x = Math.round(right + spacing * (index + 0.5))
  const start = portOf({placed, lanes, index}, transition.from, 'from')
  const end = portOf({placed, lanes, index}, transition.to, 'to')
  const bend = Math.sign(end - start) * Math.min(10, Math.abs(end - start) / 2)
  const lines = wrapText(transition.label, Math.max((Math.min(spacing, 92) - 6) / labelSize, 4.2))
  // Neighbouring labels are staggered, as a long word may be wider than its lane.
  const along = lanes.length === 1 ? 0.5 : 0.25 + (0.5 * index) / (lanes.length - 1)
  return [
    {
      key: transition._key,
      path: `M${right} ${start}H${x - 10}Q${x} ${start} ${x} ${start + bend}V${end - bend}Q${x} ${end} ${x - 10} ${end}H${right + 1}`,
      label: {
        x: Math.min(x, widest - widthOf(lines) / 2),
        y: Math.min(start, end) + Math.abs(end - start) * along,
        lines,
        anchor: 'middle',
      },
    },
  ]
}

/**
 * The height at which a lane meets a state. A state's lanes share its right side evenly, upward above downward and
 * outer ones outside, so that no two cross.
 */
function portOf({placed, lanes, index}: LaneContext, position: number, side: 'from' | 'to'): number {
  const state = placed[position - 1]
  if (!state) return 0
  const ports = lanes.flatMap(({from, to}, lane) => [
    ...(from === position ? [{lane, side: 'from', towards: to}] : []),
    ...(to === position ? [{lane, side: 'to', towards: from}] : []),
  ])
  const upwards = ports.filter(({towards}) => towards < position).sort((a, b) => a.lane - b.lane)
  const downwards = ports.filter(({towards}) => towards >= position).sort((a, b) => b.lane - a.lane)
  const order = [...upwards, ...downwards]
  const place = order.findIndex((port) => port.lane === index && port.side === side)
  return Math.round(state.y + ((place + 1) * state.height) / (order.length + 1))
}
