import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {hasPage, Link} from '@/components/navigation/Link'
import {Arrow} from '@/components/ui/Arrow'
import {Phrases} from '@/components/ui/Phrases'
import type {callToActionShape} from '@/sanity/blocks/callToAction/projection'
import {sectionId} from '@/sanity/projections/section'
import styles from './CallToAction.module.css'

/** The next step, as a highlighted section. Nothing where its page is hidden. */
export function CallToAction({block, context}: BlockProps<z.output<typeof callToActionShape>>) {
  const {_key, heading, intro, link} = block
  if (!hasPage(link.route)) return null
  const id = sectionId(_key)
  return (
    <section id={heading ? undefined : id} className={styles.plate} aria-labelledby={heading ? id : undefined}>
      {heading && (
        <h2 id={id} className={styles.heading}>
          <Phrases clause={10}>{heading}</Phrases>
        </h2>
      )}
      {intro && (
        <p className={styles.intro}>
          <Phrases>{intro}</Phrases>
        </p>
      )}
      <Link className={styles.button} to={link} locale={context.locale} from={context.route}>
        {link.label}
        <Arrow />
      </Link>
    </section>
  )
}
