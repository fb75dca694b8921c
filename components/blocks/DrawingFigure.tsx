import type {Drawing} from '@/sanity/projections/drawing'
import {ComparisonFigure} from './comparison/Comparison'
import type {BlockContext} from './context'
import {FlowFigure} from './flow/Flow'
import {ScreenFigure} from './screen/Screen'
import {StatesFigure} from './states/States'
import {TimelineFigure} from './timeline/Timeline'

/** A drawing outside a page's blocks, rendered by the block of the same type. */
export function DrawingFigure({picture, context}: {picture: Drawing; context: BlockContext}) {
  switch (picture._type) {
    case 'screen':
      return <ScreenFigure block={picture} context={context} />
    case 'flow':
      return <FlowFigure block={picture} context={context} />
    case 'states':
      return <StatesFigure block={picture} context={context} />
    case 'comparison':
      return <ComparisonFigure block={picture} context={context} />
    case 'timeline':
      return <TimelineFigure block={picture} context={context} />
  }
}
