import styles from './Legend.module.css'

/** What the filled and the dashed outline of a picture stand for. Its alternative text says the same. */
export function Legend({current, baseline}: {current: string; baseline: string}) {
  return (
    <p className={styles.legend} aria-hidden="true">
      <i /> {current} <i data-dashed="" /> {baseline}
    </p>
  )
}
