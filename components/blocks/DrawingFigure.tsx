import type {Drawing} from '@/sanity/projections/drawing'
import {ComparisonFigure} from './comparison/Comparison'
import type {BlockContext} from './context'
import {FlowFigure} from './flow/Flow'
import {ScreenFigure} from './screen/Screen'
import type {ScreenControls} from './screen/screenEntries'
import {StatesFigure} from './states/States'
import {TimelineFigure} from './timeline/Timeline'

interface DrawingFigureProps {
  picture: Drawing
  context: BlockContext
  /** Used by screens; other drawings have no place for them. */
  controls?: ScreenControls | undefined
}

/** A drawing outside a page's blocks, rendered by the block of the same type. */
export function DrawingFigure({picture, context, controls}: DrawingFigureProps) {
  switch (picture._type) {
    case 'screen':
      return <ScreenFigure block={picture} context={context} controls={controls} />
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
