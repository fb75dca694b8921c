import styles from './HueRule.module.css'

/** A line in the product's hue and in the product's own line pattern, so that the hue is never the only sign. */
export function HueRule() {
  return (
    <svg className={styles.line} height="3" aria-hidden="true">
      <line x1="0" y1="1.5" x2="100%" y2="1.5" />
    </svg>
  )
}
