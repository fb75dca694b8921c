import type {ReactNode} from 'react'
import {Arrow} from '@/components/ui/Arrow'
import styles from './Stage.module.css'
import type {ScenarioPayload} from './scenarioPayload'
import type {StageWords} from './stageWords'
import {fill, hashOf, type Outline} from './walk'

interface StepWaysProps {
  scenario: ScenarioPayload
  index: number
  /** Something is left to be tried at this step, which comes first. */
  open: boolean
  /** The way to the contact form, at the last step. */
  contact: ReactNode
  following: Outline | undefined
  words: StageWords
}

/** The ways on: back and next, and from the last step to the contact form and to the next scenario. */
export function StepWays({scenario: {anchor, steps}, index, open, contact, following, words}: StepWaysProps) {
  const last = index === steps.length - 1
  return (
    <>
      <div className={styles.ways}>
        {index > 0 && (
          <a className={styles.back} href={hashOf({anchor, step: index - 1})}>
            {words.previous}
          </a>
        )}
        {last ? (
          contact
        ) : (
          <a className={styles.onward} data-quiet={open ? '' : undefined} href={hashOf({anchor, step: index + 1})}>
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
