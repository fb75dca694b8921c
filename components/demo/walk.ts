import type {StepPayload} from './scenarioPayload'

/** What the page says of a scenario before it has been loaded. */
export interface Outline {
  anchor: string
  /** Names that it had before: links with them still lead here. */
  formerAnchors?: readonly string[]
  title: string
  code: string
  hue: string
  /** The headings of its steps. */
  steps: readonly string[]
  /** Where its payload is; what follows `#` tells versions apart. */
  payload: string
  contact: string
}

/** Where a visitor is: at a step of a scenario, counted from zero. */
export interface Place {
  anchor: string
  step: number
}

/** The link to a place: `#lims-3`. */
export function hashOf({anchor, step}: Place): string {
  return `#${anchor}-${step + 1}`
}

/** Reads a link back. `#lims` is the first step; what leads nowhere is undefined, a step too far the last one. */
export function placeOf(hash: string, outlines: readonly Outline[]): Place | undefined {
  const [, anchor, number = '1'] = /^#([a-z][a-z0-9]*)(?:-(\d{1,2}))?$/.exec(hash) ?? []
  const outline =
    outlines.find((candidate) => candidate.anchor === anchor) ??
    outlines.find(({formerAnchors = []}) => formerAnchors.some((name) => name === anchor))
  if (!outline) return undefined
  const step = Math.min(Math.max(Number(number), 1), outline.steps.length) - 1
  return {anchor: outline.anchor, step}
}

/** Is this the link to a step of a scenario that is not there any more? */
export function isGone(hash: string, outlines: readonly Outline[]): boolean {
  return /^#[a-z][a-z0-9]*-\d{1,2}$/.test(hash) && placeOf(hash, outlines) === undefined
}

/** Where a key leads within a scenario: undefined where it leads nowhere. */
export function placeAfterKey(key: string, {anchor, step}: Place, steps: number): Place | undefined {
  const target = new Map([
    ['ArrowRight', step + 1],
    ['ArrowLeft', step - 1],
    ['Home', 0],
    ['End', steps - 1],
  ]).get(key)
  return target === undefined || target === step || target < 0 || target >= steps ? undefined : {anchor, step: target}
}

export interface Stamp {
  text: string
  tone: StepPayload['tone']
}

/**
 * The state that the record is in at a step. A step with choices is done only once one of them has been accepted: until
 * then the record is where the step before left it.
 */
export function stampAt(
  steps: readonly StepPayload[],
  index: number,
  chosen: string | undefined,
  start: string,
): Stamp {
  const step = steps[index]
  const done = !step?.choices.length || step.choices.some(({key, accepted}) => key === chosen && accepted)
  const from = done ? step : steps[index - 1]
  return from ? {text: from.state, tone: from.tone} : {text: start, tone: 'waiting'}
}

/** Fills the gaps of a text: `fill('Step {step}', {step: 2})`. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => `${values[name] ?? gap}`)
}
