import {stegaClean} from '@sanity/client/stega'
import type {ReactNode} from 'react'
import styles from './Section.module.css'

interface SectionProps {
  block: {_key: string; heading?: string | null | undefined; intro?: string | null | undefined}
  /** On a wide screen `split` puts the heading beside the content, `wide` above it. */
  layout?: 'split' | 'wide'
  children?: ReactNode
}

/** A section: heading, intro, content. */
export function Section({block, layout = 'wide', children}: SectionProps) {
  const {heading, intro} = block
  const id = `section-${block._key}`
  const content = (
    <>
      {(heading || intro) && (
        <div className={styles.head}>
          {heading && (
            <h2 id={id} data-clauses={hasShortClauses(heading, 14)}>
              {heading}
            </h2>
          )}
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
      )}
      {children && <div className={styles.body}>{children}</div>}
    </>
  )
  // Only a named section is a useful landmark.
  if (!heading) {
    return (
      <div id={id} className={styles.section} data-layout={layout}>
        {content}
      </div>
    )
  }
  return (
    <section className={styles.section} data-layout={layout} aria-labelledby={id}>
      {content}
    </section>
  )
}

const pause = /(?<=[，：；。？—])/

/**
 * Does each clause of a Chinese heading fit a phone's line? Then CSS breaks between clauses; else the browser balances
 * the lines.
 */
export function hasShortClauses(heading: string, limit: number): true | undefined {
  // Stega has no width.
  const clauses = stegaClean(heading).split(pause)
  return clauses.length > 1 && clauses.every((clause) => clause.length <= limit) ? true : undefined
}
