import {ComparisonFigure} from '@/components/blocks/comparison/Comparison'
import type {BlockContext} from '@/components/blocks/context'
import {FlowFigure} from '@/components/blocks/flow/Flow'
import {ScreenFigure} from '@/components/blocks/screen/Screen'
import {StatesFigure} from '@/components/blocks/states/States'
import {TimelineFigure} from '@/components/blocks/timeline/Timeline'
import type {Drawing} from '@/sanity/projections/drawing'

/** A picture of a scenario, drawn as the block of its name is drawn on a page. */
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
