import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {CardGrid} from '@/components/ui/CardGrid'
import {NextLink} from '@/components/ui/NextLink'
import {Section} from '@/components/ui/Section'
import type {capabilityGridShape} from '@/sanity/blocks/capabilityGrid/projection'

/** Technical capabilities, each leading to its page. */
export function CapabilityGrid({block, context}: BlockProps<z.output<typeof capabilityGridShape>>) {
  const cards = block.capabilities.map(({_id, name, summary, route}) => ({key: _id, title: name, text: summary, route}))
  return (
    <Section block={block}>
      <CardGrid cards={cards} locale={context.locale} headingLevel={block.heading ? 3 : 2} />
      <NextLink link={block.next} context={context} />
    </Section>
  )
}
