import {defineField} from 'sanity'
import {anchorPattern} from '../../../sanity/projections/anchor.ts'
import {hint, label} from './bilingual.ts'

const malformed = hint(
  '请用小写英文字母开头，只含小写字母和数字，24 个以内。',
  'Begin with a lower-case letter; lower-case letters and digits only, 24 at most.',
)

/** The name by which links lead to a scenario's steps: `#lims-3`. The site gives two scenarios of one name a number. */
export const anchorField = defineField({
  name: 'anchor',
  title: label('链接名', 'Name in links'),
  type: 'string',
  description: hint(
    '出现在每一步的链接里，如 #lims-3；每个场景不同。发布后不要再改，否则别人保存的链接会失效。',
    'Stands in the link of each step, such as #lims-3; different for each scenario. Leave it once published, or saved links stop working.',
  ),
  validation: (rule) => rule.required().regex(anchorPattern).error(malformed),
})
