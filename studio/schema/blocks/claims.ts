import {NumberIcon} from '@sanity/icons/Number'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {referencesField} from '../support/referencesField.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('数据', 'Claims')

/** Claims as large figures. */
export const claims = defineType({
  name: 'claims',
  title,
  type: 'object',
  icon: NumberIcon,
  fields: [
    ...sectionFields,
    referencesField({
      name: 'claims',
      to: 'claim',
      title: label('数据', 'Claims'),
      description: hint(
        '数字只在“数据”里修改一次，所有页面随之更新。',
        'A figure is changed once, in the claim itself; every page follows.',
      ),
    }),
  ],
  preview: blockPreview(title, 'claims'),
})
