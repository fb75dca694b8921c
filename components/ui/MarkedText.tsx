import {Fragment} from 'react'
import styles from './MarkedText.module.css'

/** A text in which a fact that is still missing stands out, so that nobody mistakes it for the fact. */
export function MarkedText({children}: {children: string}) {
  const parts = children.split(markerPattern)
  if (parts.length === 1) return children
  // Every second part is a marker, as the pattern captures it.
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

/** What stands in content where a fact is still missing. */
export const markerPattern = /(【待填】|\[to be filled in\])/

/** Does the text hold a placeholder instead of a fact? */
export function isPlaceholder(text: string): boolean {
  return markerPattern.test(text)
}
