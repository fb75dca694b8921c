import type {BlockContext} from '@/components/blocks/context'
import {DrawingFigure} from '@/components/blocks/DrawingFigure'
import {renderMarkup} from '@/components/markup/StaticMarkup'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Drawing} from '@/sanity/projections/drawing'
import type {Scenario} from '@/sanity/projections/scenario'
import type {ScenarioPayload} from './scenarioPayload'

type Context = Pick<BlockContext, 'locale' | 'settings'>

/** Builds a scenario's payload. Pictures are rendered here, so that no drawing code reaches the browser. */
export function drawScenario(scenario: Scenario, context: Context): ScenarioPayload {
  const {anchor, title, summary, subject, product} = scenario
  // The key prefixes ids within the picture, which must be unique on the page.
  const draw = (picture: Drawing, step: number, key: string) =>
    renderMarkup(
      <DrawingFigure picture={{...picture, _key: `${anchor}-${key}`}} context={{...context, figure: step + 1}} />,
    )
  return {
    anchor,
    title,
    summary,
    subject,
    product: {code: product.code, hue: product.hue},
    steps: scenario.steps.map((step, index) => ({
      key: step._key,
      heading: step.heading,
      text: step.text,
      role: step.role?.name,
      state: step.state,
      tone: step.tone,
      picture: draw(step.picture, index, `${index}`),
      question: step.question ?? undefined,
      choices: (step.choices ?? []).map(({_key, label, outcome, answer, reason, picture}) => ({
        key: _key,
        label,
        accepted: outcome === 'accepted',
        answer,
        reason: reason ?? undefined,
        picture: picture ? draw(picture, index, `${index}-${_key}`) : undefined,
      })),
    })),
  }
}

/** The walkthrough's messages; raw ones have placeholders that the browser fills. */
export function stageWords(locale: Locale) {
  const words = translator(locale, 'demo')
  return {
    scenarios: words('scenarios'),
    accepted: words('accepted'),
    refused: words('refused'),
    contactAbout: words('contactAbout'),
    next: words('next'),
    previous: words('previous'),
    nextScenario: words.raw('nextScenario'),
    position: words.raw('position'),
    loading: words('loading'),
    failed: words('failed'),
    failedOffline: words('failedOffline'),
    kept: words.raw('kept'),
    retry: words('retry'),
    gone: words('gone'),
    why: words('why'),
    tryAnother: words('tryAnother'),
    keys: words('keys'),
    start: words('start'),
    stage: words('stage'),
    blocked: words('blocked'),
    blockedAgain: words('blockedAgain'),
    recap: words.raw('recap'),
    print: words('print'),
    sendRecap: words('sendRecap'),
    stepsOf: words.raw('stepsOf'),
  }
}

export type StageWords = Record<keyof ReturnType<typeof stageWords>, string>
