import type {Claim} from '@/sanity/projections/claim'
import styles from './ClaimGauge.module.css'
import {gaugeOf} from './gaugeOf'

const width = 320
const height = 28

/** The bar below a claim's figure. The figure says the same in words, so readers of the screen are spared it. */
export function ClaimGauge({claim}: {claim: Claim}) {
  const {ticks, filled, hatched, limit} = gaugeOf(claim)
  const step = width / ticks
  const positions = Array.from({length: ticks + 1}, (_, index) => index)
  const limitAt = Math.min(Math.max(limit * width, 0.75), width - 0.75)
  return (
    <svg className={styles.gauge} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {hatched && <HatchedBar from={hatched[0] * width} to={hatched[1] * width} />}
      <rect className={styles.filled} x={filled[0] * width} y="4" width={(filled[1] - filled[0]) * width} height="10" />
      <path
        className={styles.ticks}
        d={positions.map((index) => `M${index * step} 18v${index % 5 === 0 ? 8 : 4}`).join('')}
      />
      <path className={styles.scale} d={`M0 18h${width}`} />
      <path className={styles.limit} d={`M${limitAt} 0v26`} />
    </svg>
  )
}

function HatchedBar({from, to}: {from: number; to: number}) {
  const lines = Array.from({length: Math.max(Math.floor((to - from) / 6), 0)}, (_, index) => from + index * 6)
  return (
    <g className={styles.hatched}>
      <rect x={from} y="4" width={to - from} height="10" />
      <path d={lines.map((x) => `M${x} 14l6 -10`).join('')} />
    </g>
  )
}
