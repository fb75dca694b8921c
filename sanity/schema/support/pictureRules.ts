import type {CustomValidatorResult, ImageValue} from 'sanity'
import {photoRatio, shareRatio} from '../../photoRect.ts'
import {hint, label} from './bilingual.ts'
import {isEmptyLocale} from './localeField.ts'

const altMissing = hint(
  '请填写替代文字，说明图片内容，让使用读屏软件的人也能了解。',
  'Write the alternative text: say what the picture shows, for people who use a screen reader.',
)

/** Rule for an image field: an uploaded picture needs alternative text. */
export function altRequired(image: ImageValue | undefined): CustomValidatorResult {
  return image?.asset && isEmptyLocale(image.alt) ? {message: altMissing, path: ['alt']} : true
}

/** Picture types that the site can show, as an `accept` attribute. */
export const pictureKinds = 'image/png,image/jpeg,image/webp,image/avif'

/** Limits of an upload. The lake has the same limit of pixels. */
export const pictureLimits = {bytes: 20 * 1024 * 1024, pixels: 100_000_000}

/** Description of the limits for editors. */
export const pictureLimitsHint = hint(
  'JPEG、PNG、WebP 或 AVIF，不超过 20 MB 和 1 亿像素；HEIC 和 SVG 请先转成 JPEG 或 PNG。',
  'JPEG, PNG, WebP or AVIF of up to 20 MB and 100 megapixels; turn HEIC and SVG into JPEG or PNG first.',
)

/** The crop tool, with a preview of how the site shows a photograph. */
export const photoCrop = {
  previews: [{title: label('在网站上（3 : 2）', 'On the site (3 : 2)'), aspectRatio: photoRatio}],
}

/** The crop tool, with a preview of how a shared link shows a picture. */
export const shareCrop = {
  previews: [{title: label('分享时（1200 × 630）', 'When shared (1200 × 630)'), aspectRatio: shareRatio}],
}
