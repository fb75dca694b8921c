import styles from './drawings.module.css'

/** A certificate with what was examined and its seal. Drawn in a box of 320 × 200. */
export function Certificate() {
  return (
    <>
      <path className={styles.ground} d="M4 4h284l28 28v164H4Z" />
      <path className={styles.faint} d="M288 4v28h28M24 28h96M24 40h60" />
      {[68, 96, 124, 152].map((y) => (
        <g key={y}>
          <rect x="24" y={y} width="14" height="14" />
          <path className={styles.faint} d={`M52 ${y + 7}h${y === 96 ? 60 : 88}`} />
          <path
            className={y === 152 ? styles.faint : styles.hue}
            d={y === 152 ? 'M27 159h8' : `m27 ${y + 7} 4 4 8-9`}
          />
        </g>
      ))}
      <circle className={`${styles.hue} ${styles.ground}`} cx="232" cy="118" r="40" />
      <circle className={styles.faint} cx="232" cy="118" r="30" />
      <circle className={styles.hue} cx="232" cy="118" r="56" />
      <circle className={styles.teeth} cx="232" cy="118" r="50" pathLength="60" />
      <circle className={styles.teeth} cx="232" cy="118" r="48.5" pathLength="60" />
      <path className={`${styles.hue} ${styles.trace}`} d="m216 118 12 12 22-24" />
    </>
  )
}
