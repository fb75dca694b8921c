import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Section} from '@/components/ui/Section'
import type {comparisonShape} from '@/sanity/blocks/comparison/projection'
import {ComparisonFigure} from './ComparisonFigure'

/** Two versions of a plan beside each other, and what became of each item. */
export function Comparison({block, context}: BlockProps<z.output<typeof comparisonShape>>) {
  return (
    <Section block={block}>
      <ComparisonFigure block={block} context={context} />
    </Section>
  )
}
