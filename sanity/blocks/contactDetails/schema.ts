import {EnvelopeIcon} from '@sanity/icons/Envelope'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {label} from '../../schema/support/bilingual.ts'
import {sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('联系方式', 'Contact details')

/** Address, phone and mail from the site settings. */
export const contactDetails = defineType({
  name: 'contactDetails',
  title,
  type: 'object',
  icon: EnvelopeIcon,
  fields: sectionFields,
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'contact',
  help: label(
    '公司的地址、电话和邮箱，取自网站设置。',
    'The company’s address, phone and email, from the site settings.',
  ),
}
