import {Fragment} from 'react'
import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {NextLink} from '@/components/ui/NextLink'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {decisionShape} from '@/sanity/blocks/decision/projection'
import styles from './Decision.module.css'

/** One question of a demo scenario; the choice that is made shows its answer. */
export function Decision({block, context}: BlockProps<z.output<typeof decisionShape>>) {
  const words = translator(context.locale, 'demo')
  const {scenario, step: number} = block.demo
  const step = scenario.steps[number - 1]
  if (!step?.choices) return null
  return (
    <Section block={block} layout="split">
      <fieldset className={styles.decision} aria-live="polite">
        <legend>
          <small>{scenario.subject}</small> {step.question}
        </legend>
        {step.choices.map(({_key, label, outcome, answer, reason}) => (
          <Fragment key={_key}>
            <label>
              <input type="radio" name={`decision-${block._key}`} value={_key} />
              <span>{label}</span>
            </label>
            <p data-outcome={outcome}>
              <b>{words(outcome)}</b> {answer} {reason && <span>{reason}</span>}
            </p>
          </Fragment>
        ))}
      </fieldset>
      <NextLink
        link={{label: words('carryOn'), route: '/demo', demo: {step: number, scenario: {anchor: scenario.anchor}}}}
        context={context}
      />
    </Section>
  )
}
