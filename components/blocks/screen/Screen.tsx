import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {ScreenBlock} from '@/sanity/projections/screen'
import {bodyOf} from './bodyOf'
import {ScreenWindow} from './ScreenWindow'

/** A screen of a product, drawn from example rows: it shows how the work looks, not a product as it is. */
export function Screen({block, context}: BlockProps<ScreenBlock>) {
  const words = translator(context.locale, 'figure')
  const {height, content} = bodyOf(block)
  return (
    <Section block={block} layout="split">
      <FigurePlate
        number={words('number', {number: context.figure})}
        caption={block.caption || words('screen')}
        note={words('illustrative')}
      >
        <ScreenWindow title={block.title} bodyHeight={height} alternative={block.alternative}>
          {content}
        </ScreenWindow>
      </FigurePlate>
    </Section>
  )
}
