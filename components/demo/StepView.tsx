import {Arrow} from '@/components/ui/Arrow'
import spoken from '@/components/ui/spoken.module.css'
import type {StageWords} from './drawScenario'
import styles from './Stage.module.css'
import type {ScenarioPayload} from './scenarioPayload'
import {fill, hashOf, isOpen, langOf, type Outline, stampAt} from './walk'

interface StepViewProps {
  scenario: ScenarioPayload
  index: number
  /** The key of the last choice at this step. */
  chosen: string | undefined
  /** URL of the contact form, if there is one, linked at the last step. */
  contact: string | undefined
  following: Outline | undefined
  /** Why the next step is refused, once it was asked for. */
  refusal?: string | undefined
  words: StageWords
}

/** One step: its text, its picture stamped with the record's state, in which the visitor chooses, and the links onward. */
export function StepView({scenario, index, chosen, contact, following, refusal, words}: StepViewProps) {
  const step = scenario.steps[index]
  if (!step) return null
  const choice = step.choices.find(({key}) => key === chosen)
  const open = isOpen(step, chosen)
  const stamp = stampAt(scenario.steps, index, chosen, words.start)
  return (
    <div className={styles.step}>
      <h2 className={styles.heading} tabIndex={-1} data-step-heading="">
        <span className={spoken.spoken}>{fill(words.position, {step: index + 1, steps: scenario.steps.length})} </span>
        <span lang={langOf(step.heading)}>{step.heading}</span>
      </h2>
      <div className={styles.record}>
        <p className={styles.subject}>
          <span lang={langOf(scenario.subject)}>{scenario.subject}</span>
          <b key={stamp.text} className={styles.stamp} data-tone={stamp.tone} lang={langOf(stamp.text)}>
            {stamp.text}
          </b>
        </p>
        {step.question && (
          <p
            className={styles.question}
            id="demo-question"
            lang={langOf(step.question)}
            data-open={open ? '' : undefined}
          >
            {step.question}
          </p>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the site's own server, every text escaped */}
        <div className={styles.picture} dangerouslySetInnerHTML={{__html: choice?.picture ?? step.picture}} />
        {/* The answer is within the picture, which is replaced; a live region must exist before its text does. */}
        <p role="status" className={spoken.spoken}>
          {choice && `${choice.accepted ? words.accepted : words.refused}: `}
          {choice && <span lang={langOf(choice.answer)}>{choice.answer}</span>}
        </p>
      </div>
      <div className={styles.words}>
        {step.role && (
          <p className={styles.role} lang={langOf(step.role)}>
            {step.role}
          </p>
        )}
        <p className={styles.text} lang={langOf(step.text)}>
          {step.text}
        </p>
      </div>
      <StepWays
        scenario={scenario}
        index={index}
        open={open}
        refusal={refusal}
        contact={contact}
        following={following}
        words={words}
      />
    </div>
  )
}

interface StepWaysProps {
  scenario: ScenarioPayload
  index: number
  /** No choice has been accepted yet. */
  open: boolean
  refusal: string | undefined
  /** URL of the contact form, if there is one, linked at the last step. */
  contact: string | undefined
  following: Outline | undefined
  words: StageWords
}

/** Back and next; at the last step the contact form and the next scenario. */
function StepWays({scenario: {anchor, steps}, index, open, refusal, contact, following, words}: StepWaysProps) {
  const last = index === steps.length - 1
  return (
    <>
      <div className={styles.ways}>
        {/* A live region must exist before its text does. */}
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
        {index > 0 && (
          <a className={styles.back} href={hashOf({anchor, step: index - 1})}>
            {words.previous}
          </a>
        )}
        {last && contact && (
          <a className={styles.onward} href={contact}>
            {words.contactAbout}
            <Arrow />
          </a>
        )}
        {!last && (
          <a
            className={styles.onward}
            data-quiet={open ? '' : undefined}
            aria-disabled={open ? true : undefined}
            href={hashOf({anchor, step: index + 1})}
          >
            {words.next}
            <Arrow />
          </a>
        )}
      </div>
      {last && following ? (
        <a className={styles.following} href={hashOf({anchor: following.anchor, step: 0})}>
          {fill(words.nextScenario, {title: `${following.code} ${following.title}`})}
        </a>
      ) : (
        <p className={styles.keys}>{words.keys}</p>
      )}
    </>
  )
}
