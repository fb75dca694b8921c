import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Section} from '@/components/ui/Section'
import hidden from '@/components/ui/spoken.module.css'
import {translator} from '@/i18n/translator'
import type {architectureShape} from '@/sanity/blocks/architecture/projection'
import {splitCells} from '@/sanity/splitCells'
import styles from './Architecture.module.css'

type Block = z.output<typeof architectureShape>

/** Layers from top to bottom, the links between them, and the parts they share alongside. */
export function Architecture({block, context}: BlockProps<Block>) {
  const words = translator(context.locale, 'figure')
  const shared = splitCells(block.shared)
  return (
    <Section block={block}>
      <FigurePlate number={words('number', {number: context.figure})} caption={block.caption || words('architecture')}>
        <p className={hidden.spoken}>{block.alternative}</p>
        <div className={styles.sheet}>
          <ol className={styles.layers}>
            {block.layers.map(({_key, name, parts, link}, index) => (
              <li key={_key}>
                <div className={styles.layer}>
                  <p className={styles.name}>{name}</p>
                  <Parts parts={splitCells(parts)} />
                </div>
                {index < block.layers.length - 1 && <p className={styles.link}>{link}</p>}
              </li>
            ))}
          </ol>
          {shared.length > 0 && (
            <div className={styles.shared}>
              <p className={styles.name}>{block.sharedLabel || words('shared')}</p>
              <Parts parts={shared} />
            </div>
          )}
        </div>
      </FigurePlate>
    </Section>
  )
}

function Parts({parts}: {parts: readonly string[]}) {
  return (
    <ul className={styles.parts}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal in a draft
        <li key={index}>{part}</li>
      ))}
    </ul>
  )
}
