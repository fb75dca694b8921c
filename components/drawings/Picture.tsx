import type {CSSProperties, ReactNode} from 'react'
import styles from './Picture.module.css'

interface PictureProps {
  height: number
  /** Height on a desk, where that is another. */
  deskHeight?: number | undefined
  alternative: string
  children: ReactNode
}

/**
 * The frame of a picture that is as wide as its place without being scaled: places across are percentages, heights and
 * letters pixels. So one drawing reads on a phone and fills a desk.
 */
export function Picture({height, deskHeight = height, alternative, children}: PictureProps) {
  return (
    <svg
      className={styles.picture}
      width="100%"
      height={height}
      style={deskStyle(height, deskHeight)}
      role="img"
      aria-label={alternative}
    >
      {children}
    </svg>
  )
}

/** A place across a picture, from 0 to 1. */
export function across(part: number): string {
  return `${Math.round(part * 10000) / 100}%`
}

/** Hands a length to the styles that hold on a desk, where it is not the phone's. */
export function deskStyle(phone: number, desk: number): (CSSProperties & {'--desk': string}) | undefined {
  return phone === desk ? undefined : {'--desk': `${desk}px`}
}

/** The width in pixels for which texts are broken: that of the smallest phone's figure. */
export const narrowest = 290

/** The same on a desk, where words stand beside the figure. */
export const narrowestOnDesk = 440
