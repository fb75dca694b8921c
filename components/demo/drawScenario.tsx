import type {BlockContext} from '@/components/blocks/context'
import {renderMarkup} from '@/components/markup/renderMarkup'
import type {Drawing} from '@/sanity/projections/drawing'
import type {Scenario} from '@/sanity/projections/scenario'
import {DrawingFigure} from './DrawingFigure'
import type {ScenarioPayload} from './scenarioPayload'

type Context = Pick<BlockContext, 'locale' | 'settings'>

/** Makes a scenario's payload. Its pictures are drawn here, so that no drawing code is sent to the browser. */
export function drawScenario(scenario: Scenario, context: Context): ScenarioPayload {
  const {anchor, title, summary, subject, product} = scenario
  // The key becomes part of ids within the picture, which are to be one of a kind on the page.
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
