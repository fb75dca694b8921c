import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {hasPage, Link} from '@/components/navigation/Link'
import {registerNumber} from '@/components/site/productMarks'
import {Arrow} from '@/components/ui/Arrow'
import {Phrases} from '@/components/ui/Phrases'
import {Section} from '@/components/ui/Section'
import type {moduleMapShape} from '@/sanity/blocks/moduleMap/projection'
import styles from './ModuleMap.module.css'

/** All modules of a product with their register numbers. */
export function ModuleMap({block, context}: BlockProps<z.output<typeof moduleMapShape>>) {
  const Title = block.heading ? 'h3' : 'h2'
  const {modules, hue} = block.product
  return (
    <Section block={block}>
      <ol className={styles.register} data-hue={hue}>
        {modules.map((module) => (
          <li key={module._id} className={styles.entry}>
            <span className={styles.number}>{registerNumber(module)}</span>
            <Title className={styles.name}>
              {hasPage(module.route) ? (
                <Link to={module.route} locale={context.locale}>
                  {module.name}
                </Link>
              ) : (
                module.name
              )}
            </Title>
            <p className={styles.summary}>
              <Phrases>{module.summary}</Phrases>
            </p>
            {hasPage(module.route) && <Arrow />}
          </li>
        ))}
      </ol>
    </Section>
  )
}
