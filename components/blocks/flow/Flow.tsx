import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {NextLink} from '@/components/ui/NextLink'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {flowShape} from '@/sanity/blocks/flow/projection'
import styles from './Flow.module.css'

type Block = z.output<typeof flowShape>

/** A process as a numbered rail: vertical on a phone, horizontal on a desktop. */
export function Flow({block, context}: BlockProps<Block>) {
  return (
    <Section block={block}>
      <FlowFigure block={block} context={context} />
      <NextLink link={block.next} context={context} />
    </Section>
  )
}

/** The figure alone. */
export function FlowFigure({block, context}: BlockProps<Block>) {
  const words = translator(context.locale, 'figure')
  const {steps, caption} = block
  return (
    <FigurePlate number={words('number', {number: context.figure})} caption={caption || words('flow')}>
      <ol className={styles.rail} data-steps={steps.length}>
        {steps.map(({_key, title, text, role}, index) => (
          <li key={_key} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <p className={styles.title}>{title}</p>
            {text && <p className={styles.text}>{text}</p>}
            {role && <p className={styles.role}>{role.name}</p>}
          </li>
        ))}
      </ol>
    </FigurePlate>
  )
}
