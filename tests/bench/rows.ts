/** The target of a figure: at most or at least so much, absolute or relative to its floor. */
interface Aim {
  atMost?: number
  atLeast?: number
  of?: 'floor'
}

/** One line of the table. */
export interface Row {
  part: string
  what: string
  value: number
  unit: string
  /** What can hardly be better, measured in the same run. */
  floor?: number
  aim?: Aim
  note?: string
}

/** How many times its floor a figure is. */
export function ratioOf({value, floor}: Row): number | undefined {
  return floor ? value / floor : undefined
}

/** Whether a figure reaches its aim; nothing where it has none. */
export function reaches({value, floor = 0, aim}: Row): boolean | undefined {
  if (!aim) return undefined
  const whole = aim.of === 'floor' ? floor : 1
  return value <= (aim.atMost ?? Number.POSITIVE_INFINITY) * whole && value >= (aim.atLeast ?? 0) * whole
}

/** The rows as lines of text in columns. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [['part', 'figure', 'value', 'floor', 'ratio', 'aim', '', ''], ...rows.map(cellsOf)]
  const widths = lines.reduce<number[]>(
    (widest, cells) => cells.map((cell, i) => Math.max(widest[i] ?? 0, cell.length)),
    [],
  )
  const isNumber = (column: number) => column >= 2 && column <= 4
  return lines
    .map((cells) =>
      cells
        .map((cell, i) => (isNumber(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellsOf(row: Row): string[] {
  const reached = reaches(row)
  return [
    row.part,
    row.what,
    `${shown(row.value)} ${row.unit}`.trim(),
    row.floor === undefined ? '' : shown(row.floor),
    ratioOf(row)?.toFixed(2) ?? '',
    row.aim ? aimOf(row.aim) : '',
    reached === undefined ? '' : reached ? 'ok' : 'MISSED',
    row.note ?? '',
  ]
}

function aimOf({atMost, atLeast, of}: Aim): string {
  const limit = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`
  return of ? `${limit} × floor` : limit
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
