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

/** Width in pixels below which a picture looks blurred on the site. */
const clearWidth = 800

/** Rule for `.warning()` on an image field: what is shown of the picture has pixels enough. */
export function largeEnough(image: ImageValue | undefined): CustomValidatorResult {
  const width = Number(/-(\d+)x\d+-\w+$/.exec(image?.asset?._ref ?? '')?.[1])
  const {left = 0, right = 0} = image?.crop ?? {}
  const shown = Math.round(width * (1 - left - right))
  if (!(shown < clearWidth)) return true
  return hint(
    `图片只有 ${shown} 像素宽（裁剪以后），在网站上会放大，看起来模糊：请换成宽 ${clearWidth} 像素以上的原图。`,
    `Only ${shown} pixels of the picture’s width are shown. The site enlarges them, so that it looks blurred: use an original that is at least ${clearWidth} pixels wide.`,
  )
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
