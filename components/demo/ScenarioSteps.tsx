import {Comparison} from '@/components/blocks/comparison/Comparison'
import type {BlockContext} from '@/components/blocks/context'
import {Flow} from '@/components/blocks/flow/Flow'
import {Rules} from '@/components/blocks/rules/Rules'
import {Screen} from '@/components/blocks/screen/Screen'
import {States} from '@/components/blocks/states/States'
import {Timeline} from '@/components/blocks/timeline/Timeline'
import {translator} from '@/i18n/translator'
import type {Scenario, ScenarioStep} from '@/sanity/projections/scenario'

interface ScenarioStepsProps {
  scenario: Scenario
  context: Omit<BlockContext, 'figure'>
}

/** The steps of a scenario as an article: each a section with its picture, and below it what may be tried. */
export function ScenarioSteps({scenario, context}: ScenarioStepsProps) {
  return scenario.steps.map((step, index) => {
    const id = `${scenario.anchor}-${index + 1}`
    return (
      <div key={step._key} id={id}>
        <StepSection step={step} id={id} context={{...context, figure: index + 1}} />
        <StepChoices step={step} id={id} context={{...context, figure: index + 1}} />
      </div>
    )
  })
}

interface StepProps {
  step: ScenarioStep
  id: string
  context: BlockContext
}

function StepSection({step, id, context}: StepProps) {
  const words = translator(context.locale, 'demo')
  const facts = [step.role && words('who', {role: step.role.name}), words('stateAfter', {state: step.state})]
  const intro = [step.text, facts.filter(Boolean).join(words('between'))].join('\n')
  const own = {_key: id, heading: step.heading, intro}
  const {picture} = step
  switch (picture._type) {
    case 'screen':
      return <Screen block={{...picture, ...own}} context={context} />
    case 'flow':
      return <Flow block={{...picture, ...own}} context={context} />
    case 'states':
      return <States block={{...picture, ...own}} context={context} />
    case 'comparison':
      return <Comparison block={{...picture, ...own}} context={context} />
    case 'timeline':
      return <Timeline block={{...picture, ...own}} context={context} />
  }
}

function StepChoices({step, id, context}: StepProps) {
  const words = translator(context.locale, 'demo')
  if (!step.choices?.length) return null
  const items = step.choices.map(({_key, label, outcome, answer, reason}) => ({
    _key,
    title: `${label} → ${words(outcome)}`,
    text: [answer, reason].filter(Boolean).join(words('afterSentence')),
  }))
  const block = {_key: `${id}-choices`, _type: 'rules' as const, heading: step.question, items}
  return <Rules block={block} context={context} />
}
