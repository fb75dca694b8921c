import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Link} from '@/components/navigation/Link'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {clausesShape} from '@/sanity/blocks/clauses/projection'
import styles from './Clauses.module.css'

/** Clauses of a standard: a table, and a card for each clause where the screen is narrow. */
export function Clauses({block, context: {locale, route}}: BlockProps<z.output<typeof clausesShape>>) {
  const words = translator(locale, 'clauses')
  return (
    <Section block={block}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words('clause')}</th>
            <th scope="col">{words('module')}</th>
            <th scope="col">{words('record')}</th>
          </tr>
        </thead>
        <tbody>
          {block.items.map(({_key, clause, title, module, record}) => (
            <tr key={_key}>
              <th scope="row">
                <b>{clause}</b> {title}
              </th>
              <td data-label={words('module')}>
                {module.route && module.route !== route ? (
                  <Link to={module.route} locale={locale}>
                    {module.name}
                  </Link>
                ) : (
                  module.name
                )}
              </td>
              <td data-label={words('record')}>{record}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {block.note && <p>{block.note}</p>}
    </Section>
  )
}
