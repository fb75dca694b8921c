import {ComponentIcon} from '@sanity/icons/Component'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {referencesField} from '../support/referencesField.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('相关模块', 'Related modules')

/** Modules that a reader of this page may want next. */
export const relatedModules = defineType({
  name: 'relatedModules',
  title,
  type: 'object',
  icon: ComponentIcon,
  fields: [
    ...sectionFields,
    referencesField({
      name: 'modules',
      to: 'productModule',
      title: label('模块', 'Modules'),
      description: hint('读者接下来可能想看的模块。', 'Modules that the reader may want next.'),
    }),
  ],
  preview: blockPreview(title, 'modules'),
})
