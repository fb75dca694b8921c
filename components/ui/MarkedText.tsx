import {placeholderPattern} from '@/lib/placeholders'
import styles from './MarkedText.module.css'
import {Phrases} from './Phrases'

/** Text broken by phrases. Previews highlight its placeholders, so that nobody mistakes them for facts; visitors get none. */
export function MarkedText({children}: {children: string}) {
  const parts = children.split(placeholderPattern)
  if (parts.length === 1) return <Phrases>{children}</Phrases>
  // Odd parts are placeholders, captured by the pattern.
  return parts.map((part, index) => {
    const key = String(index)
    return index % 2 === 1 ? (
      <mark key={key} className={styles.mark}>
        {part}
      </mark>
    ) : (
      <Phrases key={key}>{part}</Phrases>
    )
  })
}
