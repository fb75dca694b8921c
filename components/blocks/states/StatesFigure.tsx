import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import hidden from '@/components/ui/spoken.module.css'
import {translator} from '@/i18n/translator'
import type {statesShape} from '@/sanity/blocks/states/projection'
import {StateDiagram} from './StateDiagram'
import styles from './States.module.css'

/** The figure of states: their diagram, and beside it what each of them means. */
export function StatesFigure({block, context}: BlockProps<z.output<typeof statesShape>>) {
  const words = translator(context.locale, 'figure')
  // Names alone stand in the diagram already.
  const isExplained = block.states.some(({text}) => text)
  return (
    <FigurePlate number={words('number', {number: context.figure})} caption={block.caption || words('states')}>
      <div className={isExplained ? styles.pair : undefined}>
        <StateDiagram block={block} />
        <dl className={isExplained ? styles.legend : hidden.spoken}>
          {block.states.map(({_key, name, text, tone}) => (
            <div key={_key} data-tone={tone}>
              <dt>
                {name} <small className={hidden.spoken}>{words(tone)}</small>
              </dt>
              {text && <dd>{text}</dd>}
            </div>
          ))}
        </dl>
      </div>
    </FigurePlate>
  )
}
