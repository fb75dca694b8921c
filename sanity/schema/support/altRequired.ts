import type {CustomValidatorResult, ImageValue} from 'sanity'
import {hint} from './bilingual.ts'
import {isEmptyLocale} from './localeRules.ts'

const altMissing = hint(
  '请填写替代文字，说明图片内容，让使用读屏软件的人也能了解。',
  'Write the alternative text: say what the picture shows, for people who use a screen reader.',
)

/** A rule for an image field: once there is a picture, it needs alternative text. */
export function altRequired(image: ImageValue | undefined): CustomValidatorResult {
  return image?.asset && isEmptyLocale(image.alt) ? {message: altMissing, path: ['alt']} : true
}
