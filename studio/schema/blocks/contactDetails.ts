import {EnvelopeIcon} from '@sanity/icons/Envelope'
import {defineType} from 'sanity'
import {label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('联系方式', 'Contact details')

/** Address, phone and mail, as the site settings have them. */
export const contactDetails = defineType({
  name: 'contactDetails',
  title,
  type: 'object',
  icon: EnvelopeIcon,
  fields: sectionFields,
  preview: blockPreview(title),
})
