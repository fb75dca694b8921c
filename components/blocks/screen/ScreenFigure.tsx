import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {translator} from '@/i18n/translator'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import {bodyOf} from './bodyOf'
import {ScreenWindow} from './ScreenWindow'

/** The figure of a screen: its window on the plate, marked as illustrative. */
export function ScreenFigure({block, context}: BlockProps<ScreenBlock>) {
  const words = translator(context.locale, 'figure')
  const {height, deskHeight, content} = bodyOf(block)
  return (
    <FigurePlate
      number={words('number', {number: context.figure})}
      caption={block.caption || words('screen')}
      note={words('illustrative')}
    >
      <ScreenWindow title={block.title} bodyHeight={height} deskBodyHeight={deskHeight} alternative={block.alternative}>
        {content}
      </ScreenWindow>
    </FigurePlate>
  )
}
