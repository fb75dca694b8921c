import type {ReactElement} from 'react'
import type {BlockContext} from '@/components/blocks/context'
import type {Drawing} from '@/sanity/projections/drawing'
import type {Scenario} from '@/sanity/projections/scenario'
import {DrawingFigure} from './DrawingFigure'
import {renderMarkup} from './renderMarkup'
import type {ScenarioPayload} from './scenarioPayload'

type Context = Pick<BlockContext, 'locale' | 'settings'>

/** Makes a scenario's payload. Its pictures are drawn here, so that no drawing code is sent to the browser. */
export async function drawScenario(scenario: Scenario, context: Context): Promise<ScenarioPayload> {
  const {anchor, title, summary, subject, product} = scenario
  const drawings = new Map<string, ReactElement>()
  const draw = (picture: Drawing, step: number, key: string) =>
    drawings.set(key, figureOf(picture, `${anchor}-${key}`, {...context, figure: step + 1}))
  scenario.steps.forEach(({picture, choices}, step) => {
    draw(picture, step, `${step}`)
    for (const choice of choices ?? []) if (choice.picture) draw(choice.picture, step, `${step}-${choice._key}`)
  })
  const markup = await renderMarkup([...drawings.values()])
  const drawn = new Map([...drawings.keys()].map((key, index) => [key, markup[index]]))
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
      picture: drawn.get(`${index}`) ?? '',
      question: step.question ?? undefined,
      choices: (step.choices ?? []).map(({_key, label, outcome, answer, reason}) => ({
        key: _key,
        label,
        accepted: outcome === 'accepted',
        answer,
        reason: reason ?? undefined,
        picture: drawn.get(`${index}-${_key}`),
      })),
    })),
  }
}

/** The key becomes part of ids within the picture, which are to be one of a kind on the page. */
function figureOf(picture: Drawing, key: string, context: BlockContext): ReactElement {
  return <DrawingFigure picture={{...picture, _key: key}} context={context} />
}
