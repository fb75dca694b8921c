import type {ReactNode} from 'react'
import styles from './Picture.module.css'

interface PictureProps {
  height: number
  alternative: string
  children: ReactNode
}

/**
 * The frame of a picture that is as wide as its place without being scaled: places across are percentages, heights and
 * letters pixels. So one drawing reads on a phone and fills a desk.
 */
export function Picture({height, alternative, children}: PictureProps) {
  return (
    <svg className={styles.picture} width="100%" height={height} role="img" aria-label={alternative}>
      {children}
    </svg>
  )
}

/** A place across a picture, from 0 to 1. */
export function across(part: number): string {
  return `${Math.round(part * 10000) / 100}%`
}

/** The width in pixels for which texts are broken: that of the smallest phone's figure. */
export const narrowest = 290
