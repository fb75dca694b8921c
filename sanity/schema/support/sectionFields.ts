import {hint, label} from './bilingual.ts'
import {localeField} from './localeField.ts'

/** What every block may open with. */
export const sectionFields = [
  localeField({
    name: 'heading',
    type: 'localeString',
    title: label('小标题', 'Heading'),
    description: hint('这一段的标题，可以不填。', 'The heading of this section; may be left out.'),
    lengths: {zh: 30, en: 80},
  }),
  localeField({
    name: 'intro',
    type: 'localeText',
    title: label('引言', 'Introduction'),
    description: hint('小标题下面的一两句话，可以不填。', 'One or two sentences below the heading; may be left out.'),
    lengths: {zh: 160, en: 320},
  }),
]
