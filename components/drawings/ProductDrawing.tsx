import type {ReactNode} from 'react'
import type {Hue, Product} from '@/sanity/projections/product'
import styles from './drawings.module.css'

const drawings: Record<Hue, ReactNode> = {
  teal: <Trace />,
  violet: <Plan />,
  amber: <Certificate />,
  vermilion: (
    <>
      <g transform="translate(12 30) scale(0.55)">
        <Vehicle />
      </g>
      <path className={styles.faint} d="M4 145h312M23 116v68M84 152v32M232 152v32M297 116v68" />
      <path
        className={`${styles.hue} ${styles.trace}`}
        d="M23 176h274M29 172l-6 4 6 4M78 172l6 4-6 4M90 172l-6 4 6 4M226 172l6 4-6 4M238 172l-6 4 6 4M291 172l6 4-6 4"
      />
      <rect className={styles.hue} x="12" y="4" width="86" height="26" />
      <path className={styles.hue} d="M20 17h12M40 17h50M34 30v34H12v40h11" />
      <circle className={styles.hueFill} cx="24" cy="104" r="3" />
    </>
  ),
}

/** A product's drawing in its hue. Decorative: the text beside it names the product. */
export function ProductDrawing({hue}: {hue: Hue}) {
  return (
    <svg className={styles.drawing} viewBox="0 0 320 200" data-hue={hue} aria-hidden="true">
      {drawings[hue]}
    </svg>
  )
}

interface BenchProps {
  products: readonly Pick<Product, 'code' | 'hue'>[]
  alternative: string
}

/** Each product's label, leader line and the leader's end. */
const places = {
  teal: {x: 22, y: 28, leader: 'M122 172v46h110v74', end: [232, 294]},
  violet: {x: 274, y: 28, leader: 'M374 172v64', end: [374, 240]},
  amber: {x: 526, y: 28, leader: 'M626 172v46h-54v88', end: [572, 309]},
  vermilion: {x: 22, y: 330, leader: 'M92 322h28v42h30', end: [154, 364]},
} as const

/** Hatching below the floor, from one x to the other. */
const hatch = (from: number, to: number) =>
  Array.from({length: Math.floor((to - from) / 12)}, (_, index) => `M${from + 10 + index * 12} 428l-10 12`).join('')

const hatching = [hatch(6, 208), hatch(320, 476), hatch(588, 726)].join('')
const ruler = Array.from({length: 69}, (_, index) => `M${26 + index * 10} 488v${index % 5 === 0 ? -12 : -6}`).join('')

/** What the products are about: a vehicle on its dynamometer, surrounded by trace, plan and certificate. */
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

const ticks = Array.from({length: 19}, (_, index) => `M${34 + index * 15} 176v${index % 3 === 0 ? 8 : 4}`).join('')

/** A measured trace between its limits. Box: 320 × 200. */
function Trace() {
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

/** [row, baseline from, to, current from, to]. */
const rows = [
  [0, 70, 134, 70, 140],
  [1, 118, 190, 128, 184],
  [2, 164, 236, 164, 250],
  [3, 216, 284, 236, 300],
] as const

/** A plan and its baseline. Box: 320 × 200. */
function Plan() {
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

/** A certificate with its seal. Box: 320 × 200. */
function Certificate() {
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

const wheels = [132, 400] as const

function Wheel({x}: {x: number}) {
  return (
    <>
      <circle className={styles.ground} cx={x} cy="162" r="46" />
      <circle cx={x} cy="162" r="30" />
      <circle className={styles.solid} cx={x} cy="162" r="5" />
      {[0, 72, 144, 216, 288].map((angle) => (
        <path
          key={angle}
          className={styles.faint}
          d={`M${x} 155V134M${x - 4} 155 ${x - 7} 135`}
          transform={`rotate(${angle} ${x} 162)`}
        />
      ))}
    </>
  )
}

/** A vehicle from the side. Box: 540 × 210. */
function Vehicle() {
  return (
    <>
      <path
        className={styles.ground}
        d="M24 164l-4-30c0-24 8-36 32-42 34-8 58-46 106-60 52-14 122-12 162 4 32 14 56 38 76 48 52 4 96 12 112 28 10 12 12 32 6 52h-60a54 54 0 0 0-108 0H186a54 54 0 0 0-108 0Z"
      />
      <path d="M132 86c14-20 28-36 48-42 20-5 42-7 64-7v49Zm124-49c36 0 58 4 76 14 16 10 30 24 36 35H256Z" />
      <path
        className={styles.faint}
        d="M250 32v118M186 150h160M52 104c150-10 320-8 448 10M218 102h16M326 102h16M356 96c4 20 2 38-10 54"
      />
      <path d="m506 114-28 3 6 14 24 2M20 126h16v18H21" />
      {wheels.map((x) => (
        <Wheel key={x} x={x} />
      ))}
    </>
  )
}
