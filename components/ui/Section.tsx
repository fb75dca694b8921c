import type {ReactNode} from 'react'
import {sectionId} from '@/sanity/projections/section'
import {Phrases} from './Phrases'
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
  const id = sectionId(block._key)
  const content = (
    <>
      {(heading || intro) && (
        <div className={styles.head}>
          {heading && (
            <h2 id={id}>
              <Phrases clause={10}>{heading}</Phrases>
            </h2>
          )}
          {intro && (
            <p className={styles.intro}>
              <Phrases>{intro}</Phrases>
            </p>
          )}
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
