import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Section} from '@/components/ui/Section'
import hidden from '@/components/ui/spoken.module.css'
import {translator} from '@/i18n/translator'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import {splitCells} from '@/sanity/splitCells'
import styles from './Screen.module.css'
import {ScreenBody} from './ScreenBody'
import {canBeChosen, entriesOf, type ScreenControls} from './screenEntries'

/** An illustrative product screen. */
export function Screen({block, context}: BlockProps<ScreenBlock>) {
  return (
    <Section block={block} layout="split">
      <ScreenFigure block={block} context={context} />
    </Section>
  )
}

/** The figure alone, marked as illustrative. */
export function ScreenFigure({
  block,
  context,
  controls,
}: BlockProps<ScreenBlock> & {controls?: ScreenControls | undefined}) {
  const words = translator(context.locale, 'figure')
  return (
    <FigurePlate
      number={words('number', {number: context.figure})}
      caption={block.caption || block.title}
      note={words('illustrative')}
      framed={false}
    >
      <ScreenWindow block={block} filterLabel={words('filter')} controls={controls} />
    </FigurePlate>
  )
}

interface ScreenWindowProps {
  block: ScreenBlock
  filterLabel: string
  controls: ScreenControls | undefined
}

/** The window: side bar, title, filters, body, audit line. A screen in which nothing can be chosen is a picture. */
function ScreenWindow({block, filterLabel, controls}: ScreenWindowProps) {
  const {kind, title, module, action, audit, alternative} = block
  const name = `screen-${block._key}`
  const entries = entriesOf(block, controls)
  const filters = kind === 'schedule' ? [] : splitCells(block.filters).slice(0, tones.length)
  const isLive = filters.length > 0 || entries.some((entry) => canBeChosen(entry) || entry.controls)
  return (
    <div className={styles.window} data-kind={kind} {...naming(isLive, alternative)}>
      {module && (
        <ul className={styles.side} aria-hidden="true">
          <li>{module.product.code}</li>
          {module.product.modules.map(({_id, name: moduleName}) => (
            <li key={_id} data-current={_id === module._id || undefined}>
              {moduleName}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.main}>
        <p className={styles.title}>
          <b>{title}</b>
          {action && <span aria-hidden="true">{action}</span>}
        </p>
        {filters.length > 0 && (
          <fieldset className={styles.filters}>
            <legend className={hidden.spoken}>{filterLabel}</legend>
            {filters.map((filter, index) => {
              const tone = tones[index]
              const count = entries.filter((entry) => !tone || entry.tone === tone).length
              return (
                <label key={tone ?? 'all'}>
                  <input type="radio" name={`${name}-filter`} value={tone ?? 'all'} defaultChecked={index === 0} />
                  {filter} <i>{count}</i>
                </label>
              )
            })}
          </fieldset>
        )}
        <ScreenBody kind={kind} name={name} columns={splitCells(block.columns)} entries={entries} />
        {audit && <p className={styles.audit}>{audit}</p>}
      </div>
    </div>
  )
}

/** Tones by filter, in the order of the filters' names; the first shows all. */
const tones = [undefined, 'waiting', 'active', 'ended'] as const

/** Nothing within a picture is announced, so a screen with controls is a group. */
function naming(isLive: boolean, alternative: string) {
  return {role: isLive ? 'group' : 'img', 'aria-label': alternative}
}
