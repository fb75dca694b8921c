import type {BlockContext} from '@/components/blocks/context'
import {renderMarkup} from '@/components/markup/StaticMarkup'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Scenario} from '@/sanity/projections/scenario'
import {StepPicture} from './StepPicture'
import type {ScenarioPayload} from './scenarioPayload'

type Context = Pick<BlockContext, 'locale' | 'settings'>

/** Builds a scenario's payload. Pictures are rendered here, so that no drawing code reaches the browser. */
export function drawScenario(scenario: Scenario, context: Context): ScenarioPayload {
  const {anchor, title, summary, subject, product} = scenario
  return {
    anchor,
    title,
    summary,
    subject,
    product: {code: product.code, hue: product.hue},
    steps: scenario.steps.map((step, index) => {
      const id = `${anchor}-${index}`
      const shared = {step, context: {...context, figure: index + 1}}
      return {
        key: step._key,
        heading: step.heading,
        text: step.text,
        role: step.role?.name,
        state: step.state,
        tone: step.tone,
        picture: renderMarkup(<StepPicture {...shared} id={id} />, context.locale),
        question: step.question ?? undefined,
        choices: (step.choices ?? []).map((choice) => ({
          key: choice._key,
          label: choice.label,
          accepted: choice.outcome === 'accepted',
          answer: choice.answer,
          reason: choice.reason ?? undefined,
          picture: renderMarkup(
            <StepPicture {...shared} id={`${id}-${choice._key}`} chosen={choice} />,
            context.locale,
          ),
        })),
      }
    }),
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
