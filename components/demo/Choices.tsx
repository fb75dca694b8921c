import {Arrow} from '@/components/ui/Arrow'
import styles from './Stage.module.css'
import type {ChoicePayload} from './scenarioPayload'
import type {StageWords} from './stageWords'
import type {Stamp} from './walk'

interface ChoicesProps {
  question: string | undefined
  choices: readonly ChoicePayload[]
  chosen: ChoicePayload | undefined
  /** Missing until the browser has taken over. */
  choose?: ((key: string) => void) | undefined
  /** The state that the record is in now. */
  stamp: Stamp
  words: StageWords
}

/** What may be tried at a step, and the system's answer with the rule behind it. */
export function Choices({question, choices, chosen, choose, stamp, words}: ChoicesProps) {
  if (choices.length === 0) return null
  return (
    <div className={styles.choices}>
      <p className={styles.question} id="demo-question">
        {question}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; nothing is sent here */}
      <div className={styles.options} role="group" aria-labelledby="demo-question">
        {choices.map(({key, label, accepted}) => (
          <button
            key={key}
            type="button"
            data-choice={key}
            aria-pressed={key === chosen?.key}
            data-outcome={key === chosen?.key ? (accepted ? 'accepted' : 'refused') : undefined}
            onClick={choose && (() => choose(key))}
          >
            {label}
          </button>
        ))}
      </div>
      {/* There before the answer is, so that assistive technology hears it. */}
      <div role="status">
        {chosen && (
          <div key={chosen.key} className={styles.answer} data-outcome={chosen.accepted ? 'accepted' : 'refused'}>
            <p className={styles.marks}>
              <b className={styles.verdict}>{chosen.accepted ? words.accepted : words.refused}</b>
              {chosen.accepted && (
                <>
                  <Arrow />
                  <b className={styles.stamp} data-tone={stamp.tone}>
                    {stamp.text}
                  </b>
                </>
              )}
            </p>
            <p className={styles.said}>{chosen.answer}</p>
            {chosen.reason && (
              <p className={styles.reason}>
                <b>{words.why}</b> {chosen.reason}
              </p>
            )}
            {!chosen.accepted && <p className={styles.reason}>{words.tryAnother}</p>}
          </div>
        )}
      </div>
    </div>
  )
}
