import styles from './HueRule.module.css'

/** A rule in the product's hue and line pattern, so that colour is never the only cue. */
export function HueRule() {
  return (
    <svg className={styles.line} height="3" aria-hidden="true">
      <line x1="0" y1="1.5" x2="100%" y2="1.5" />
    </svg>
  )
}
