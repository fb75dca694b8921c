import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Disclosure} from '@/components/ui/Disclosure'
import {MarkedText} from '@/components/ui/MarkedText'
import {Phrases} from '@/components/ui/Phrases'
import {Section} from '@/components/ui/Section'
import type {faqShape} from '@/sanity/blocks/faq/projection'
import styles from './Faq.module.css'

/** Questions, each with a folded answer. */
export function Faq({block}: BlockProps<z.output<typeof faqShape>>) {
  const Question = block.heading ? 'h3' : 'h2'
  return (
    <Section block={block} layout="split">
      <div className={styles.list}>
        {block.items.map(({_key, question, answer}, index) => (
          <Disclosure
            key={_key}
            open={index === 0}
            title={
              <Question>
                <Phrases clause={13}>{question}</Phrases>
              </Question>
            }
          >
            <p className={styles.answer}>
              <MarkedText>{answer}</MarkedText>
            </p>
          </Disclosure>
        ))}
      </div>
    </Section>
  )
}
