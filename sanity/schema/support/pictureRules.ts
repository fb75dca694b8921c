import type {CustomValidatorResult, ImageValue} from 'sanity'
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

/** The crop tool with previews that have names in both languages. */
export const cropPreviews = {
  previews: [
    {title: label('竖幅', 'Portrait'), aspectRatio: 3 / 4},
    {title: label('方形', 'Square'), aspectRatio: 1},
    {title: label('横幅', 'Landscape'), aspectRatio: 16 / 9},
    {title: label('全景', 'Panorama'), aspectRatio: 4},
  ],
}
