import type {BlockProps} from '@/components/blocks/context'
import {Section} from '@/components/ui/Section'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import {ScreenFigure} from './ScreenFigure'

/** A screen of a product, drawn from example rows: it shows how the work looks, not a product as it is. */
export function Screen({block, context}: BlockProps<ScreenBlock>) {
  return (
    <Section block={block} layout="split">
      <ScreenFigure block={block} context={context} />
    </Section>
  )
}
