import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Section} from '@/components/ui/Section'
import hidden from '@/components/ui/spoken.module.css'
import {translator} from '@/i18n/translator'
import type {comparisonShape} from '@/sanity/blocks/comparison/projection'
import styles from './Comparison.module.css'

type Block = z.output<typeof comparisonShape>

/** Two versions of a plan side by side. */
export function Comparison({block, context}: BlockProps<Block>) {
  return (
    <Section block={block}>
      <ComparisonFigure block={block} context={context} />
    </Section>
  )
}

const signs = {same: '', added: '+', removed: '−', changed: '≠'} as const
const counted = ['added', 'removed', 'changed'] as const

/** The figure alone: both versions item by item, and a count of the changes. */
export function ComparisonFigure({block, context}: BlockProps<Block>) {
  const words = translator(context.locale, 'figure')
  const {rows, before, after, alternative} = block
  return (
    <FigurePlate
      number={words('number', {number: context.figure})}
      caption={block.caption || words('comparison')}
      note={words('example')}
    >
      <table className={styles.table}>
        <caption className={hidden.spoken}>{alternative}</caption>
        <thead>
          <tr>
            <th scope="col">{words('item')}</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._key} data-change={row.change}>
              <th scope="row">
                <i aria-hidden="true">{signs[row.change]}</i>
                {row.item} <span className={hidden.spoken}>{words(row.change)}</span>
              </th>
              <td>{row.before || '–'}</td>
              <td>{row.after || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.sum}>
        {counted.map((change) => (
          <span key={change}>
            <i aria-hidden="true">{signs[change]}</i> {words(change)}{' '}
            <b>{rows.filter((row) => row.change === change).length}</b>
          </span>
        ))}
      </p>
    </FigurePlate>
  )
}
