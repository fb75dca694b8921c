import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Phrases} from '@/components/ui/Phrases'
import {Section} from '@/components/ui/Section'
import type {rulesShape} from '@/sanity/blocks/rules/projection'
import styles from './Rules.module.css'

/** Business rules, numbered for reference. */
export function Rules({block}: BlockProps<z.output<typeof rulesShape>>) {
  const Title = block.heading ? 'h3' : 'h2'
  return (
    <Section block={block} layout="split">
      <ol className={styles.rules}>
        {block.items.map(({_key, title, text}) => (
          <li key={_key} className={styles.rule}>
            <Title className={styles.title}>
              <Phrases clause={0}>{title}</Phrases>
            </Title>
            <p className={styles.text}>
              <Phrases>{text}</Phrases>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
