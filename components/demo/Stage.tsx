import type {ComponentProps, ReactNode} from 'react'
import {ScenarioTabs} from './ScenarioTabs'
import styles from './Stage.module.css'
import {StepRail} from './StepRail'
import type {StageWords} from './stageWords'
import {fill, type Outline} from './walk'

interface StageProps extends ComponentProps<'section'> {
  outlines: readonly Outline[]
  /** The scenario that is walked. */
  outline: Outline
  step: number
  words: StageWords
  /** What there is to say of the scenario's coming. */
  notice: ReactNode
}

/** The frame of the walkthrough: scenarios, steps, and below them the one that is shown. Drawn alike on both sides. */
export function Stage({outlines, outline, step, words, notice, children, ...section}: StageProps) {
  return (
    <section {...section} className={styles.stage} data-hue={outline.hue} aria-label={words.stage}>
      <ScenarioTabs outlines={outlines} current={outline.anchor} label={words.scenarios} />
      <StepRail outline={outline} current={step} label={fill(words.stepsOf, {title: outline.title})} />
      {notice}
      {children}
    </section>
  )
}
