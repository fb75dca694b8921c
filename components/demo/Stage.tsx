import type {ComponentProps, ReactNode} from 'react'
import type {StageWords} from './drawScenario'
import styles from './Stage.module.css'
import {fill, hashOf, langOf, type Outline} from './walk'

interface StageProps extends ComponentProps<'section'> {
  outlines: readonly Outline[]
  /** The current scenario. */
  outline: Outline
  step: number
  /** The last step whose link works; all without one. */
  reach?: number | undefined
  words: StageWords
  /** The scenario's loading state. */
  notice: ReactNode
}

/** The walkthrough's frame: tabs of scenarios, rail of steps, current step. Rendered alike on server and client. */
export function Stage({outlines, outline, step, reach, words, notice, children, ...section}: StageProps) {
  return (
    <section {...section} className={styles.stage} data-hue={outline.hue} aria-label={words.stage}>
      <ScenarioTabs outlines={outlines} current={outline.anchor} label={words.scenarios} />
      <StepRail outline={outline} current={step} reach={reach} label={fill(words.stepsOf, {title: outline.title})} />
      {notice}
      {children}
    </section>
  )
}

interface ScenarioTabsProps {
  outlines: readonly Outline[]
  current: string
  label: string
}

function ScenarioTabs({outlines, current, label}: ScenarioTabsProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {outlines.map(({anchor, code, title, hue}) => (
          <li key={anchor} data-hue={hue}>
            <a href={`#${anchor}-1`} aria-current={anchor === current ? 'true' : undefined}>
              <span className={styles.code}>{code}</span> <span lang={langOf(title)}>{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface StepRailProps {
  outline: Outline
  current: number
  reach?: number | undefined
  label: string
}

function StepRail({outline: {anchor, steps}, current, reach = steps.length, label}: StepRailProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.rail}>
        {steps.map((heading, step) => (
          <li key={hashOf({anchor, step})} data-done={step < current ? '' : undefined}>
            <a
              href={hashOf({anchor, step})}
              aria-current={step === current ? 'step' : undefined}
              aria-disabled={step > reach ? true : undefined}
            >
              <span className={styles.number} aria-hidden="true">
                {step + 1}
              </span>
              <span className={styles.name} lang={langOf(heading)}>
                {heading}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The live region for notices: it must exist before its text does. */
export function NoticeFrame({loaded, children}: {loaded: boolean; children?: ReactNode}) {
  return (
    <div role="status" className={styles.notice} data-loaded={loaded ? '' : undefined}>
      {children}
    </div>
  )
}
