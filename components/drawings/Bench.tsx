import type {Product} from '@/sanity/projections/product'
import {Certificate} from './Certificate'
import styles from './drawings.module.css'
import {Plan} from './Plan'
import {Trace} from './Trace'
import {Vehicle} from './Vehicle'

interface BenchProps {
  products: readonly Pick<Product, 'code' | 'hue'>[]
  alternative: string
}

/** Where each product stands in the drawing: its label, the leader to what it looks after, and where the leader ends. */
const places = {
  teal: {x: 22, y: 28, leader: 'M122 172v46h110v74', end: [232, 294]},
  violet: {x: 274, y: 28, leader: 'M374 172v64', end: [374, 240]},
  amber: {x: 526, y: 28, leader: 'M626 172v46h-54v88', end: [572, 309]},
  vermilion: {x: 22, y: 330, leader: 'M92 322h28v42h30', end: [154, 364]},
} as const

/** Hatching below the floor, from one x to another. */
const hatch = (from: number, to: number) =>
  Array.from({length: Math.floor((to - from) / 12)}, (_, index) => `M${from + 10 + index * 12} 428l-10 12`).join('')

const hatching = [hatch(6, 208), hatch(320, 476), hatch(588, 726)].join('')
const ruler = Array.from({length: 69}, (_, index) => `M${26 + index * 10} 488v${index % 5 === 0 ? -12 : -6}`).join('')

/** The test bench: a vehicle on its dynamometer, and around it the trace, the plan and the certificate. */
export function Bench({products, alternative}: BenchProps) {
  return (
    <svg className={styles.drawing} viewBox="0 0 732 492" role="img" aria-label={alternative}>
      <path className={styles.faint} d={`${hatching}${ruler}M26 488h680`} />
      <path className={styles.centre} d="M264 300v150M532 300v150M180 382h440" />
      {[238, 290, 506, 558].map((x) => (
        <g key={x}>
          <circle className={styles.ground} cx={x} cy="443" r="20" />
          <circle className={styles.solid} cx={x} cy="443" r="3" />
        </g>
      ))}
      <g transform="translate(132 220)">
        <Vehicle />
      </g>
      <path d="M6 428h204M318 428h160M586 428h140" />
      <path className={styles.faint} d="M160 384l-84 44M642 384l66 44M70 428a6 6 0 0 1 12 0M702 428a6 6 0 0 1 12 0" />
      {products.map(({code, hue}) => (
        <g key={code} data-hue={hue}>
          <path className={styles.hue} d={places[hue].leader} />
          <circle className={styles.hueFill} cx={places[hue].end[0]} cy={places[hue].end[1]} r="4" />
          <text x={places[hue].x} y={places[hue].y}>
            {code}
          </text>
        </g>
      ))}
      <g transform="translate(20 40) scale(0.66)" data-hue="teal">
        <Trace />
      </g>
      <g transform="translate(272 40) scale(0.66)" data-hue="violet">
        <Plan />
      </g>
      <g transform="translate(524 40) scale(0.66)" data-hue="amber">
        <Certificate />
      </g>
    </svg>
  )
}
