import {hint, label} from './bilingual.ts'
import {localeField} from './localeField.ts'

/** The line below a diagram. */
export const captionField = localeField({
  name: 'caption',
  type: 'localeString',
  title: label('图注', 'Caption'),
  description: hint(
    '写在图下方，编号会自动加上，可以不填。',
    'Written below the figure, which is numbered by itself; may be left out.',
  ),
  lengths: {zh: 40, en: 100},
})
