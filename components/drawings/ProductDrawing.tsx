import type {ReactNode} from 'react'
import type {Hue} from '@/sanity/projections/product'
import {Certificate} from './Certificate'
import styles from './drawings.module.css'
import {Plan} from './Plan'
import {Trace} from './Trace'
import {Vehicle} from './Vehicle'

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

/** The picture of a product: what it measures, drawn in its hue. Decorative: the words beside it name the product. */
export function ProductDrawing({hue}: {hue: Hue}) {
  return (
    <svg className={styles.drawing} viewBox="0 0 320 200" data-hue={hue} aria-hidden="true">
      {drawings[hue]}
    </svg>
  )
}
