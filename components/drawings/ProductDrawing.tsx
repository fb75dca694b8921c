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
      <path className={styles.faint} d="M4 145h312M84 152v32M232 152v32M12 152v32M300 100v84" />
      <path
        className={`${styles.hue} ${styles.trace}`}
        d="M84 176h148m-140-4-8 4 8 4m132-8 8 4-8 4M232 176h68m-8-4 8 4-8 4"
      />
      <rect className={styles.hue} x="22" y="4" width="86" height="26" />
      <path className={styles.hue} d="M30 17h12M50 17h50M65 30v28l-30 38" />
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
