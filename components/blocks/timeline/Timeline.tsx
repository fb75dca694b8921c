import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Section} from '@/components/ui/Section'
import type {timelineShape} from '@/sanity/blocks/timeline/projection'
import {TimelineFigure} from './TimelineFigure'

/** Lanes of items over periods against their baseline, and below them what each period costs. */
export function Timeline({block, context}: BlockProps<z.output<typeof timelineShape>>) {
  return (
    <Section block={block}>
      <TimelineFigure block={block} context={context} />
    </Section>
  )
}
