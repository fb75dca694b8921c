import {languageTags} from '@/lib/locales'
import type {StepPayload} from './scenarioPayload'

/** A scenario as the page knows it before its payload is loaded. */
export interface Outline {
  anchor: string
  /** Former anchors: links with them still work. */
  formerAnchors?: readonly string[]
  title: string
  code: string
  hue: string
  /** Step headings. */
  steps: readonly string[]
  /** The payload's URL; the fragment versions the cache key. */
  payload: string
  /** URL of the contact form; none while editors hide its page. */
  contact?: string
}

/** A step of a scenario, from zero. */
export interface Place {
  anchor: string
  step: number
}

/**
 * The language of a scenario's text that has no translation yet: it is Chinese on the English page, too. A word of the
 * other language does not change a text's own.
 */
export const langOf = (text = '') =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) > (text.match(/[a-z]{2,}/gi)?.length ?? 0) ? languageTags.zh : undefined

/** The fragment of a place: `#lims-3`. */
export function hashOf({anchor, step}: Place): string {
  return `#${anchor}-${step + 1}`
}

/** Parses a fragment. `#lims` is the first step, a step too far the last one; unknown scenarios are undefined. */
export function placeOf(hash: string, outlines: readonly Outline[]): Place | undefined {
  const [, anchor, number = '1'] = /^#([a-z][a-z0-9]*)(?:-(\d{1,2}))?$/.exec(hash) ?? []
  const outline =
    outlines.find((candidate) => candidate.anchor === anchor) ??
    outlines.find(({formerAnchors = []}) => formerAnchors.some((name) => name === anchor))
  if (!outline) return undefined
  const step = Math.min(Math.max(Number(number), 1), outline.steps.length) - 1
  return {anchor: outline.anchor, step}
}

/** Returns whether a fragment names a step of a removed scenario. */
export function isGone(hash: string, outlines: readonly Outline[]): boolean {
  return /^#[a-z][a-z0-9]*-\d{1,2}$/.test(hash) && placeOf(hash, outlines) === undefined
}

/** The place that a key leads to, if any. */
export function placeAfterKey(key: string, {anchor, step}: Place, steps: number): Place | undefined {
  const target = new Map([
    ['ArrowRight', step + 1],
    ['ArrowLeft', step - 1],
    ['Home', 0],
    ['End', steps - 1],
  ]).get(key)
  return target === undefined || target === step || target < 0 || target >= steps ? undefined : {anchor, step: target}
}

/** Returns whether a step still waits for an accepted choice. One that has none to offer waits for nothing. */
export function isOpen({choices}: StepPayload, chosen: string | undefined): boolean {
  const accepted = choices.filter((choice) => choice.accepted)
  return accepted.length > 0 && !accepted.some(({key}) => key === chosen)
}

/** The last step that can be walked to from a step: the first one whose decision is open, else the last of all. */
export function reachFrom(
  steps: readonly StepPayload[],
  index: number,
  chosenAt: (step: number) => string | undefined,
): number {
  const open = steps.findIndex((step, at) => at >= index && isOpen(step, chosenAt(at)))
  return open < 0 ? steps.length - 1 : open
}

export interface Stamp {
  text: string
  tone: StepPayload['tone']
}

/** The record's state at a step. Until a choice is accepted, it is the previous step's. */
export function stampAt(
  steps: readonly StepPayload[],
  index: number,
  chosen: string | undefined,
  start: string,
): Stamp {
  const step = steps[index]
  const from = step && isOpen(step, chosen) ? steps[index - 1] : step
  return from ? {text: from.state, tone: from.tone} : {text: start, tone: 'waiting'}
}

/** Replaces placeholders: `fill('Step {step}', {step: 2})`. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => `${values[name] ?? gap}`)
}
