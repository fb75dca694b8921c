import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Section} from '@/components/ui/Section'
import type {statesShape} from '@/sanity/blocks/states/projection'
import {StatesFigure} from './StatesFigure'

/** The states that something can be in: a diagram, and beside it what each of them means. */
export function States({block, context}: BlockProps<z.output<typeof statesShape>>) {
  return (
    <Section block={block}>
      <StatesFigure block={block} context={context} />
    </Section>
  )
}
