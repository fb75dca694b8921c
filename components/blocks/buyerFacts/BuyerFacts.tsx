import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import styles from '@/components/blocks/roles/Roles.module.css'
import {MarkedText} from '@/components/ui/MarkedText'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {buyerFactsShape} from '@/sanity/blocks/buyerFacts/projection'
import {buyerTopics} from '@/sanity/blocks/buyerFacts/topics'

/** Answers for the buyer's IT and quality people, by topic. Omits topics without text, and lists without topics. */
export function BuyerFacts({block, context: {locale}}: BlockProps<z.output<typeof buyerFactsShape>>) {
  const words = translator(locale, 'buyerTopics')
  const items = buyerTopics.flatMap((topic) =>
    block.items.filter((item) => item.topic === topic && (item.answer || item.settle)),
  )
  if (items.length === 0) return null
  return (
    <Section block={block} layout="split">
      <dl className={styles.lanes}>
        {items.map(({_key, topic, answer, settle}) => (
          <div key={_key} className={styles.lane}>
            <dt>{words(topic)}</dt>
            <dd>
              {answer && (
                <p>
                  <b>
                    <MarkedText>{answer}</MarkedText>
                  </b>
                </p>
              )}
              {settle && (
                <p>
                  <MarkedText>{settle}</MarkedText>
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
