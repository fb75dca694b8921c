import type {BlockProps} from '@/components/blocks/context'
import {ContactLink} from '@/components/site/ContactDock'
import {Section} from '@/components/ui/Section'
import type {EnquiryFormBlock} from '@/sanity/blocks/enquiryForm/projection'

/** The form on the page that passes it in as a part; on any other page a link to it. */
export function EnquiryForm({block, context}: BlockProps<EnquiryFormBlock>) {
  const Form = context.parts?.enquiryForm
  return (
    <Section block={block} layout="split">
      {Form ? <Form block={block} context={context} /> : <ContactLink locale={context.locale} route={context.route} />}
    </Section>
  )
}
