import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {registerNumber} from '@/components/site/productMarks'
import {CardGrid} from '@/components/ui/CardGrid'
import {Section} from '@/components/ui/Section'
import type {relatedModulesShape} from '@/sanity/blocks/relatedModules/projection'

/** Related modules as cards. */
export function RelatedModules({block, context}: BlockProps<z.output<typeof relatedModulesShape>>) {
  const cards = block.modules.map((module) => ({
    key: module._id,
    label: registerNumber(module),
    title: module.name,
    text: module.summary,
    route: module.route,
  }))
  return (
    <Section block={block}>
      <CardGrid cards={cards} locale={context.locale} headingLevel={block.heading ? 3 : 2} />
    </Section>
  )
}
