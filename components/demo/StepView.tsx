import type {ReactNode} from 'react'
import spoken from '@/components/ui/spoken.module.css'
import {Choices} from './Choices'
import styles from './Stage.module.css'
import {StepWays} from './StepWays'
import type {ScenarioPayload} from './scenarioPayload'
import type {StageWords} from './stageWords'
import {fill, type Outline, stampAt} from './walk'

interface StepViewProps {
  scenario: ScenarioPayload
  index: number
  /** The key of the choice that was last made at this step. */
  chosen: string | undefined
  /** Missing until the browser has taken over. */
  choose?: ((key: string) => void) | undefined
  /** The way to the contact form, at the last step. */
  contact: ReactNode
  following: Outline | undefined
  words: StageWords
}

/** One step: what happens, the picture with the state of the record stamped on it, and what may be tried. */
export function StepView({scenario, index, chosen, choose, contact, following, words}: StepViewProps) {
  const step = scenario.steps[index]
  if (!step) return null
  const choice = step.choices.find(({key}) => key === chosen)
  const stamp = stampAt(scenario.steps, index, chosen, words.start)
  return (
    <div className={styles.step}>
      <div className={styles.words}>
        <h2 className={styles.heading} tabIndex={-1} data-step-heading="">
          <span className={spoken.spoken}>
            {fill(words.position, {step: index + 1, steps: scenario.steps.length})}{' '}
          </span>
          {step.heading}
        </h2>
        {step.role && <p className={styles.role}>{step.role}</p>}
        <p className={styles.text}>{step.text}</p>
      </div>
      <div className={styles.record}>
        <p className={styles.subject}>
          <span>{scenario.subject}</span>
          <b key={stamp.text} className={styles.stamp} data-tone={stamp.tone}>
            {stamp.text}
          </b>
        </p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by the site's own server, every text escaped */}
        <div className={styles.picture} dangerouslySetInnerHTML={{__html: choice?.picture ?? step.picture}} />
      </div>
      <Choices
        question={step.question}
        choices={step.choices}
        chosen={choice}
        choose={choose}
        stamp={stamp}
        words={words}
      />
      <StepWays
        scenario={scenario}
        index={index}
        open={step.choices.length > 0 && !choice?.accepted}
        contact={contact}
        following={following}
        words={words}
      />
    </div>
  )
}
