import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {MarkedText} from '@/components/ui/MarkedText'
import {Phrases} from '@/components/ui/Phrases'
import {Section} from '@/components/ui/Section'
import type {faqShape} from '@/sanity/blocks/faq/projection'
import styles from './Faq.module.css'

/** Native `<details>`: no script, and find-in-page searches closed answers, too. */
export function Faq({block}: BlockProps<z.output<typeof faqShape>>) {
  const Question = block.heading ? 'h3' : 'h2'
  return (
    <Section block={block} layout="split">
      <div className={styles.list}>
        {block.items.map(({_key, question, answer}, index) => (
          <details key={_key} className={styles.item} open={index === 0}>
            <summary className={styles.summary}>
              <Question className={styles.question}>
                <Phrases clause={13}>{question}</Phrases>
              </Question>
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="M0 8h16M8 0v16" fill="none" stroke="currentColor" strokeWidth="1.5" />
              </svg>
            </summary>
            <p className={styles.answer}>
              <MarkedText>{answer}</MarkedText>
            </p>
          </details>
        ))}
      </div>
    </Section>
  )
}
