import type {Locale} from '../../lib/locales.ts'
import {blockSample} from '../../sanity/blocks/samples.ts'
import {type ScreenKind, sampleOf, screenKinds} from '../../sanity/blocks/screen/samples.ts'
import {markSample} from '../../sanity/health/placeholders.ts'

const otherDrawings = ['flow', 'states', 'comparison', 'timeline'] as const
type Drawing = (typeof otherDrawings)[number]

/** A picture that a step may have: a kind of screen, or another drawing. */
export type Picture = ScreenKind | Drawing
export const pictures: readonly Picture[] = [...screenKinds, ...otherDrawings]

/** A text as typed, in either language possibly empty. */
export type Words = Record<Locale, string>

export interface PlannedChoice {
  label: Words
  outcome: 'accepted' | 'refused'
  answer: Words
}

export interface PlannedStep {
  /** For the form, which must tell steps apart while they have no name. */
  id: string
  heading: Words
  picture: Picture
  question: Words
  /** None, or at least two of which one is accepted. */
  choices: PlannedChoice[]
}

export interface ScenarioPlan {
  title: Words
  product: {_id: string; code: string}
  steps: readonly PlannedStep[]
}

/** The typed text; in a language without one the sample, which cannot be published. */
function textOr(_type: 'localeString' | 'localeText', sample: Words, words?: Words) {
  const inLanguage = (locale: Locale) => words?.[locale].trim() || markSample(sample[locale], locale)
  return {_type, zh: inLanguage('zh'), en: inLanguage('en')}
}

const isScreenKind = (picture: Picture): picture is ScreenKind => screenKinds.some((kind) => kind === picture)

function drawing(picture: Picture) {
  const fields = isScreenKind(picture) ? {_type: 'screen', ...sampleOf(picture)} : drawn(picture)
  return [{_key: 'picture', ...fields}]
}

const drawn = (name: Drawing) => ({_type: name, ...blockSample(name, [])})

function choiceOf({label, outcome, answer}: PlannedChoice, index: number) {
  return {
    _key: `choice${index + 1}`,
    _type: 'scenarioChoice',
    outcome,
    label: textOr('localeString', {zh: '访客可以怎么做', en: 'What the visitor may do'}, label),
    answer: textOr('localeText', {zh: '系统怎样回答，一两句话。', en: 'What the system answers.'}, answer),
    ...(outcome === 'refused' && {
      reason: textOr('localeText', {zh: '按哪条规则退回，一句话。', en: 'Which rule refuses it.'}),
    }),
  }
}

function stepOf({heading, picture, question, choices}: PlannedStep, index: number, all: readonly PlannedStep[]) {
  const number = index + 1
  return {
    _key: `step${number}`,
    _type: 'scenarioStep',
    heading: textOr('localeString', {zh: `第 ${number} 步做什么`, en: `What is done in step ${number}`}, heading),
    text: textOr('localeText', {zh: '谁做什么，系统替他做什么。', en: 'Who does what, and what the system does.'}),
    state: textOr('localeString', {zh: '状态', en: 'State'}),
    tone: number === all.length ? 'ended' : 'active',
    picture: drawing(picture),
    ...(choices.length > 0 && {
      question: textOr('localeString', {zh: '问访客一句话', en: 'Ask the visitor something'}, question),
      choices: choices.map(choiceOf),
    }),
  }
}

/** Returns the fields of a new scenario. All that is required is there, as a marked sample where nothing was typed. */
export function newScenario({title, product, steps}: ScenarioPlan, anchor: string) {
  return {
    title: textOr('localeString', {zh: '跟着什么走', en: 'What is followed'}, title),
    summary: textOr('localeText', {zh: '从哪里到哪里，能试什么。', en: 'From where to where, and what may be tried.'}),
    product: {_type: 'reference', _ref: product._id},
    subject: textOr('localeString', {zh: '记录 例-001', en: 'Record EX-001'}),
    anchor,
    steps: steps.map(stepOf),
  }
}
