import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Photo} from '@/components/content/Photo'
import {RichText} from '@/components/content/RichText'
import {Section} from '@/components/ui/Section'
import type {proseShape} from '@/sanity/blocks/prose/projection'
import styles from './Prose.module.css'

/** Rich text, with an optional photo. */
export function Prose({block, context}: BlockProps<z.output<typeof proseShape>>) {
  return (
    <Section block={block} layout="split">
      <div className={block.heading ? styles.besideHeading : undefined}>
        <RichText value={block.body} locale={context.locale} headingLevel={block.heading ? 3 : 2} />
        {block.photo && <Photo photo={block.photo} />}
      </div>
    </Section>
  )
}
