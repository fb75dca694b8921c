import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {NextLink} from '@/components/ui/NextLink'
import {Phrases} from '@/components/ui/Phrases'
import {Section} from '@/components/ui/Section'
import type {pointsShape} from '@/sanity/blocks/points/projection'
import styles from './Points.module.css'

/** Short points, each a title and a text. */
export function Points({block, context}: BlockProps<z.output<typeof pointsShape>>) {
  const Title = block.heading ? 'h3' : 'h2'
  return (
    <Section block={block}>
      <ul className={styles.points} data-points={block.items.length}>
        {block.items.map(({_key, title, text}) => (
          <li key={_key} className={styles.point}>
            <Title className={styles.title}>
              <Phrases clause={0}>{title}</Phrases>
            </Title>
            <p className={styles.text}>
              <Phrases>{text}</Phrases>
            </p>
          </li>
        ))}
      </ul>
      <NextLink link={block.next} context={context} />
    </Section>
  )
}
