import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {ProductDrawing} from '@/components/drawings/ProductDrawing'
import {hasPage, Link} from '@/components/navigation/Link'
import {Arrow} from '@/components/ui/Arrow'
import {HueRule} from '@/components/ui/HueRule'
import {NextLink} from '@/components/ui/NextLink'
import {Phrases} from '@/components/ui/Phrases'
import {Section} from '@/components/ui/Section'
import type {productGridShape} from '@/sanity/blocks/productGrid/projection'
import styles from './ProductGrid.module.css'

/** The products side by side, each with its hue, line pattern and drawing. */
export function ProductGrid({block, context}: BlockProps<z.output<typeof productGridShape>>) {
  const Title = block.heading ? 'h3' : 'h2'
  return (
    <Section block={block}>
      <ul className={styles.grid}>
        {block.products.map(({_id, code, name, summary, route, hue}) => (
          <li key={_id} className={styles.product} data-hue={hue}>
            <HueRule />
            <div className={styles.drawing}>
              <ProductDrawing hue={hue} />
            </div>
            <Title className={styles.title}>
              <Link to={route} locale={context.locale}>
                <span className={styles.code}>{code}</span>{' '}
                <span className={styles.name}>
                  <Phrases>{name}</Phrases>
                </span>
              </Link>
            </Title>
            <p className={styles.summary}>
              <Phrases>{summary}</Phrases>
            </p>
            {hasPage(route) && <Arrow />}
          </li>
        ))}
      </ul>
      <NextLink link={block.next} context={context} />
    </Section>
  )
}
