import styles from './Stage.module.css'
import {hashOf, type Outline} from './walk'

interface StepRailProps {
  outline: Outline
  current: number
  label: string
}

/** How far the visitor has come: every step of the scenario as a link. */
export function StepRail({outline: {anchor, steps}, current, label}: StepRailProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.rail}>
        {steps.map((heading, step) => (
          <li key={hashOf({anchor, step})} data-done={step < current ? '' : undefined}>
            <a href={hashOf({anchor, step})} aria-current={step === current ? 'step' : undefined}>
              <span className={styles.number} aria-hidden="true">
                {step + 1}
              </span>
              <span className={styles.name}>{heading}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
