import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Section} from '@/components/ui/Section'
import type {flowShape} from '@/sanity/blocks/flow/projection'
import {FlowFigure} from './FlowFigure'

/** A process as a numbered rail: down the screen on a phone, across it on a desk. */
export function Flow({block, context}: BlockProps<z.output<typeof flowShape>>) {
  return (
    <Section block={block}>
      <FlowFigure block={block} context={context} />
    </Section>
  )
}
