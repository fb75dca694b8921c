import {describe, expect, it} from 'vitest'
import type {StepPayload} from './scenarioPayload'
import {fill, hashOf, isGone, langOf, type Outline, placeAfterKey, placeOf, reachFrom, stampAt} from './walk'

const outlineOf = (anchor: string, steps: number): Outline => ({
  anchor,
  title: anchor,
  code: anchor.toUpperCase(),
  hue: 'teal',
  steps: Array.from({length: steps}, (_, index) => `Step ${index + 1}`),
  payload: `/${anchor}.json#v`,
  contact: '/contact',
})
const outlines = [outlineOf('lims', 6), outlineOf('lims2', 2)]

it.each([
  ['试验委托已提交', 'zh-CN'],
  ['在 LIMS 里提交试验委托', 'zh-CN'],
  ['LIMS 系统', 'zh-CN'],
  ['已交 EX-A17', 'zh-CN'],
  ['例-V11', 'zh-CN'],
  ['Press 提交 to send the order', undefined],
  ['Send the order', undefined],
  [undefined, undefined],
])('the language of “%s” is that of most of its words: %s', (text, lang) => {
  expect(langOf(text)).toBe(lang)
})

describe('a link to a place', () => {
  it('leads back to the place that it was made of', () => {
    const places = outlines.flatMap(({anchor, steps}) => steps.map((_, step) => ({anchor, step})))
    expect(places.map((place) => placeOf(hashOf(place), outlines))).toEqual(places)
  })

  it.each([
    ['#lims', {anchor: 'lims', step: 0}],
    ['#lims-0', {anchor: 'lims', step: 0}],
    ['#lims-99', {anchor: 'lims', step: 5}],
    ['#lims2-2', {anchor: 'lims2', step: 1}],
  ])('%s leads to the nearest step that there is', (hash, place) => {
    expect(placeOf(hash, outlines)).toEqual(place)
  })

  it.each(['', '#', '#evms-1', '#lims-', '#lims-two', '#lims--1', '#LIMS-1', '#section-lims', '#lims-100'])(
    '%s leads nowhere',
    (hash) => {
      expect(placeOf(hash, outlines)).toBeUndefined()
    },
  )
})

describe('a link from before a change', () => {
  const renamed = [{...outlineOf('lims', 6), formerAnchors: ['lab', 'lims2']}, outlineOf('lims2', 2)]

  it('leads to the scenario that had the name, and to none that has it now in its place', () => {
    expect(placeOf('#lab-3', renamed)).toEqual({anchor: 'lims', step: 2})
    expect(placeOf('#lims2-1', renamed)).toEqual({anchor: 'lims2', step: 0})
    expect(placeOf('#constructor-1', renamed)).toBeUndefined()
  })

  it('is known to lead nowhere once the scenario is gone, which the fragment of something else is not', () => {
    expect(['#gone-3', '#gone-12'].map((hash) => isGone(hash, renamed))).toEqual([true, true])
    const others = ['', '#', '#lab-3', '#lims-99', '#section-lims', '#demo-question', '#gone', '#gone-100']
    expect(others.filter((hash) => isGone(hash, renamed))).toEqual([])
  })
})

describe('a key', () => {
  const at = (step: number) => ({anchor: 'lims', step})

  it('turns a step forward or back, or goes to the first or the last', () => {
    expect(placeAfterKey('ArrowRight', at(2), 6)).toEqual(at(3))
    expect(placeAfterKey('ArrowLeft', at(2), 6)).toEqual(at(1))
    expect(placeAfterKey('Home', at(2), 6)).toEqual(at(0))
    expect(placeAfterKey('End', at(2), 6)).toEqual(at(5))
  })

  it('does nothing at the ends, nor when it is another key', () => {
    expect(placeAfterKey('ArrowLeft', at(0), 6)).toBeUndefined()
    expect(placeAfterKey('Home', at(0), 6)).toBeUndefined()
    expect(placeAfterKey('ArrowRight', at(5), 6)).toBeUndefined()
    expect(placeAfterKey('End', at(5), 6)).toBeUndefined()
    expect(placeAfterKey('ArrowDown', at(2), 6)).toBeUndefined()
    expect(placeAfterKey('constructor', at(2), 6)).toBeUndefined()
  })
})

describe('the stamp', () => {
  const choices = [
    {key: 'no', label: 'Skip', accepted: false, answer: 'Not possible.', picture: ''},
    {key: 'yes', label: 'Ask', accepted: true, answer: 'Done.', picture: ''},
  ]
  const step = (state: string, tone: StepPayload['tone'], of: StepPayload['choices'] = []): StepPayload => ({
    key: state,
    heading: state,
    text: state,
    state,
    tone,
    picture: '',
    choices: of,
  })
  const steps = [step('Asked', 'waiting', choices), step('Approved', 'active', choices), step('Done', 'ended')]

  it('is the state of a step without choices', () => {
    expect(stampAt(steps, 2, undefined, 'Not begun')).toEqual({text: 'Done', tone: 'ended'})
  })

  it('is the state before, until a choice has been accepted', () => {
    expect(stampAt(steps, 1, undefined, 'Not begun')).toEqual({text: 'Asked', tone: 'waiting'})
    expect(stampAt(steps, 1, 'yes', 'Not begun')).toEqual({text: 'Approved', tone: 'active'})
  })

  it('stays where it was when a choice has been refused', () => {
    expect(stampAt(steps, 1, 'no', 'Not begun')).toEqual({text: 'Asked', tone: 'waiting'})
  })

  it('says that nothing has begun where the first step is still open', () => {
    expect(stampAt(steps, 0, 'no', 'Not begun')).toEqual({text: 'Not begun', tone: 'waiting'})
  })
})

it('fills the gaps of a text, and leaves one that it has nothing for', () => {
  expect(fill('Step {step} of {steps}', {step: 2, steps: 6})).toBe('Step 2 of 6')
  expect(fill('{time}', {})).toBe('{time}')
})

describe('an open decision', () => {
  const choices = [
    {key: 'no', label: 'Skip', accepted: false, answer: 'Not possible.', picture: ''},
    {key: 'yes', label: 'Ask', accepted: true, answer: 'Done.', picture: ''},
  ]
  const stepOf = (of: StepPayload['choices']): StepPayload => ({
    key: 'k',
    heading: 'h',
    text: 't',
    state: 's',
    tone: 'active',
    picture: '',
    choices: of,
  })
  const steps = [stepOf([]), stepOf(choices), stepOf([]), stepOf(choices), stepOf([])]

  it('ends the way forward, until it is accepted', () => {
    expect(reachFrom(steps, 0, () => undefined)).toBe(1)
    expect(reachFrom(steps, 0, () => 'no')).toBe(1)
    expect(reachFrom(steps, 0, (step) => (step === 1 ? 'yes' : undefined))).toBe(3)
    expect(reachFrom(steps, 0, () => 'yes')).toBe(4)
  })

  it('stops nobody where none of its choices is accepted, as a program may have stored them', () => {
    const [refused] = choices
    expect(reachFrom([stepOf(refused ? [refused] : []), stepOf([])], 0, () => 'no')).toBe(1)
  })

  it('does not count behind the visitor, whom a link led past it', () => {
    expect(reachFrom(steps, 2, () => undefined)).toBe(3)
    expect(reachFrom(steps, 4, () => undefined)).toBe(4)
  })
})
