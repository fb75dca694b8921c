import {ImageIcon} from '@sanity/icons/Image'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {altRequired, largeEnough, photoCrop, pictureKinds} from '../support/pictureRules.ts'

/** An uploaded photograph with the editor's crop and hotspot. */
export const photo = defineType({
  name: 'photo',
  title: label('照片', 'Photograph'),
  type: 'image',
  icon: ImageIcon,
  options: {hotspot: photoCrop, accept: pictureKinds},
  fields: [
    localeField({
      name: 'alt',
      type: 'localeString',
      title: label('替代文字', 'Alternative text'),
      description: hint('向看不到图片的人说明图片内容。', 'Tells people who cannot see the picture what it shows.'),
      lengths: {zh: 60, en: 140},
    }),
    localeField({
      name: 'caption',
      type: 'localeString',
      title: label('图注', 'Caption'),
      description: hint('写在图片下方，可以不填。', 'Written below the picture; optional.'),
      lengths: {zh: 40, en: 100},
    }),
  ],
  validation: (rule) => [rule.custom(altRequired), rule.custom(largeEnough).warning()],
})
