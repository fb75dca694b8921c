import type {BlockProps} from '@/components/blocks/context'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {TraceBlock} from '@/sanity/blocks/trace/projection'
import {splitCells} from '@/sanity/splitCells'
import styles from './Trace.module.css'

/** A reported value and the records that it is traced to. */
export function Trace({block, context}: BlockProps<TraceBlock>) {
  return (
    <Section block={block}>
      <TraceFigure block={block} locale={context.locale} number={context.figure} />
    </Section>
  )
}

interface TraceFigureProps {
  block: TraceBlock
  locale: Locale
  /** The figure's number; the page's header has none. */
  number?: number
}

/** The figure alone. The value is a checkbox: checked, CSS lights the records in turn. */
export function TraceFigure({block, locale, number}: TraceFigureProps) {
  const {product, report, item, value, unit, rows, prompt, chain, verdict, caption} = block
  const words = translator(locale, 'figure')
  return (
    <figure className={styles.trace} data-hue={product?.hue}>
      <div className={styles.report} data-sample="">
        <p className={styles.title}>{report}</p>
        <label className={styles.value}>
          <input type="checkbox" name="trace" />
          <span>{item}</span>
          <b>
            {value}
            {unit && <small>{unit}</small>}
          </b>
          <span className={styles.prompt}>{prompt}</span>
        </label>
        {rows && (
          <dl className={styles.rows}>
            {rows.map(({_key, cells}) => {
              const [name, ...rest] = splitCells(cells)
              return (
                <div key={_key}>
                  <dt>{name}</dt>
                  <dd>{rest.join(' ')}</dd>
                </div>
              )
            })}
          </dl>
        )}
      </div>
      <ol className={styles.chain} data-sample="">
        {chain.map(({_key, kind, title, detail, state}) => (
          <li key={_key}>
            <span className={styles.kind}>{kind}</span>
            <b>{title}</b>
            {state && <em>{state}</em>}
            <span className={styles.detail}>{detail}</span>
          </li>
        ))}
      </ol>
      <figcaption className={styles.caption}>
        {verdict && <b>{verdict}</b>}
        <span>
          {number !== undefined && `${words('number', {number})} `}
          {caption} <small>{words('illustrative')}</small>
        </span>
      </figcaption>
    </figure>
  )
}
