import {Fragment} from 'react'
import styles from './MarkedText.module.css'

/** Highlights placeholders in previews, so that nobody mistakes them for facts; visitors get none. */
export function MarkedText({children}: {children: string}) {
  const parts = children.split(markerPattern)
  if (parts.length === 1) return children
  // Odd parts are placeholders, captured by the pattern.
  return parts.map((part, index) => {
    const key = String(index)
    return index % 2 === 1 ? (
      <mark key={key} className={styles.mark}>
        {part}
      </mark>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}

/** Placeholders of missing facts, with the note within them. */
export const markerPattern = /(【待填[^】]*】|\[to be filled in[^\]]*\])/i

export function isPlaceholder(text: string): boolean {
  return markerPattern.test(text)
}
