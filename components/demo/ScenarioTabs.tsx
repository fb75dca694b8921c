import styles from './Stage.module.css'
import type {Outline} from './walk'

interface ScenarioTabsProps {
  outlines: readonly Outline[]
  current: string
  label: string
}

/** The scenarios to choose from, each a link to its first step. */
export function ScenarioTabs({outlines, current, label}: ScenarioTabsProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {outlines.map(({anchor, code, title, hue}) => (
          <li key={anchor} data-hue={hue}>
            <a href={`#${anchor}-1`} aria-current={anchor === current ? 'true' : undefined}>
              <span className={styles.code}>{code}</span> <span>{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
