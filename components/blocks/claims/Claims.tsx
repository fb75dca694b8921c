import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {ClaimFigure} from '@/components/content/ClaimFigure'
import {Section} from '@/components/ui/Section'
import type {claimsShape} from '@/sanity/blocks/claims/projection'
import styles from './Claims.module.css'

/** Claims with their figures. */
export function Claims({block, context}: BlockProps<z.output<typeof claimsShape>>) {
  return (
    <Section block={block} layout={block.claims.length === 1 ? 'split' : 'wide'}>
      <ul className={styles.claims} data-claims={block.claims.length}>
        {block.claims.map((claim) => (
          <li key={claim._id}>
            <ClaimFigure claim={claim} locale={context.locale} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
