import styles from './drawings.module.css'

const ticks = Array.from({length: 19}, (_, index) => `M${34 + index * 15} 176v${index % 3 === 0 ? 8 : 4}`).join('')

/** A measured trace between its limits: the laboratory's record. Drawn in a box of 320 × 200. */
export function Trace() {
  return (
    <>
      <rect className={styles.ground} x="4" y="4" width="312" height="192" />
      <path className={styles.faint} d="M4 32h312M18 18h64M250 18h52" />
      <path className={styles.faint} d={`M34 44v132h270${ticks}`} />
      <path className={styles.dashed} d="M34 70h270M34 150h270" />
      <path
        className={`${styles.hue} ${styles.trace}`}
        d="M34 152c16 0 18-6 26-34s14-40 24-32 10 40 20 42 10-34 20-36 10 26 20 26 10-20 20-20 10 12 20 11 12-9 22-9h24c14 0 16 40 30 48s24 4 44 4"
      />
      <path className={styles.centre} d="M206 44v132" />
      <circle className={styles.hueFill} cx="206" cy="100" r="4" />
    </>
  )
}
