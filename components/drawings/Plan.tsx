import styles from './drawings.module.css'

/** Planned and rescheduled work of four rows: [row, baseline from, to, present from, to]. */
const rows = [
  [0, 70, 134, 70, 140],
  [1, 118, 190, 128, 184],
  [2, 164, 236, 164, 250],
  [3, 216, 284, 236, 300],
] as const

/** A plan beside its baseline. Drawn in a box of 320 × 200. */
export function Plan() {
  return (
    <>
      <rect className={styles.ground} x="4" y="4" width="312" height="192" />
      <path className={styles.faint} d="M4 32h312M56 4v192M100 22v10M144 22v10M188 22v10M232 22v10M276 22v10" />
      {rows.map(([row, from, to, start, end]) => (
        <g key={row}>
          <path className={styles.faint} d={`M16 ${60 + row * 38}h26`} />
          <rect className={styles.dashed} x={from} y={46 + row * 38} width={to - from} height="10" />
          <rect
            className={`${styles.hue} ${styles.ground} ${styles.trace}`}
            x={start}
            y={58 + row * 38}
            width={end - start}
            height="12"
          />
        </g>
      ))}
      <path className={styles.faint} d="M140 64h8v31M184 102h6v31M250 140h8v31" />
      <path className={styles.centre} d="M204 32v164" />
      <path className={styles.hueFill} d="m300 168 8 10-8 10-8-10z" />
    </>
  )
}
