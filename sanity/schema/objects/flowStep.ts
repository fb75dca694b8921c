import {ArrowRightIcon} from '@sanity/icons/ArrowRight'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {referenceField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** One step of a flow diagram. */
export const flowStep = defineType({
  name: 'flowStep',
  title: label('步骤', 'Step'),
  type: 'object',
  icon: ArrowRightIcon,
  fields: [
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('用动词说这一步做什么，越短越好。', 'What is done here: a verb, as short as possible.'),
      required: true,
      lengths: {zh: 14, en: 36},
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Explanation'),
      description: hint(
        '这一步的细节，一两句话，可以不填。',
        'Details of this step in one or two sentences; optional.',
      ),
      lengths: {zh: 80, en: 200},
    }),
    referenceField({
      name: 'role',
      to: 'role',
      title: label('角色', 'Role'),
      description: hint('谁来做这一步，可以不选。', 'Who does this step; optional.'),
    }),
  ],
  preview: bilingualPreview('title'),
})
