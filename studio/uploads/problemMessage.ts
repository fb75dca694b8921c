import {isObject} from '../../lib/json.ts'
import {hint} from '../../sanity/schema/support/bilingual.ts'
import {pictureLimits} from '../../sanity/schema/support/pictureRules.ts'
import type {PictureProblem} from './validatePicture.ts'

const maxMegabytes = pictureLimits.bytes / 1024 / 1024

/** Returns the problem behind an error that the client throws when an upload fails. */
export function problemOfUploadError(error: unknown): PictureProblem {
  const response = isObject(error) && isObject(error.response) ? error.response : undefined
  if (!response) return {reason: 'offline'}
  const body = isObject(response.body) ? response.body : {}
  const details = isObject(body.details) ? body.details : {}
  switch (body.reason) {
    case 'emptyFile':
    case 'unknownFormat':
    case 'damagedImage':
    case 'tooSlow':
    case 'tooMuchMemory':
    case 'busy':
      return {reason: body.reason}
    case 'unsupportedFormat':
      return {reason: body.reason, format: String(details.format)}
    case 'tooManyPixels':
      return {reason: body.reason, width: Number(details.width), height: Number(details.height)}
  }
  switch (response.statusCode) {
    case 401:
    case 403:
      return {reason: 'notAllowed'}
    case 413:
      return {reason: 'tooLarge', bytes: 0}
    case 429:
    case 503:
      return {reason: 'busy'}
    case 507:
      return {reason: 'storageFull'}
  }
  return {reason: 'other'}
}

/** Returns the message for a problem, with the remedy. */
export function problemMessage(problem: PictureProblem): string {
  switch (problem.reason) {
    case 'emptyFile':
      return hint(
        '这个文件是空的，可能没有下载或拷贝完。请重新取得原图再上传。',
        'The file is empty: perhaps it was not copied or downloaded completely. Get the original again, then upload it.',
      )
    case 'unknownFormat':
      return hint(
        '这个文件不是图片，或者格式无法识别。请上传 JPEG、PNG、WebP 或 AVIF。',
        'This file is not a picture, or its format is not known. Upload a JPEG, PNG, WebP or AVIF.',
      )
    case 'unsupportedFormat':
      return formatMessage(problem.format)
    case 'damagedImage':
      return hint(
        '图片文件已损坏，读不完整。请用看图软件打开原图，另存一份再上传。',
        'The picture is damaged and cannot be read completely. Open the original in an image viewer, save a new copy, and upload that.',
      )
    case 'tooLarge': {
      const size = problem.bytes > 0 ? (problem.bytes / 1e6).toFixed(1) : undefined
      return hint(
        `文件${size ? `有 ${size} MB，` : ''}超过了 ${maxMegabytes} MB。请把长边缩到 6000 像素以内，存成 JPEG 再上传，网页上看不出差别。`,
        `The file is ${size ? `${size} MB, ` : ''}larger than ${maxMegabytes} MB. Scale its longer side to 6,000 pixels or less and save it as JPEG, which looks the same on a page, then upload it.`,
      )
    }
    case 'tooManyPixels': {
      const {width, height} = problem
      return hint(
        `图片有 ${width} × ${height} 像素，超过了 1 亿像素。请把长边缩到 6000 像素以内再上传，网页上看不出差别。`,
        `The picture has ${width} × ${height} pixels, more than 100 megapixels. Scale its longer side to 6,000 pixels or less, which looks the same on a page.`,
      )
    }
    case 'tooSlow':
    case 'tooMuchMemory':
      return hint(
        '图片太复杂，处理不了。请用看图软件打开，缩小后另存为 JPEG 或 PNG 再上传。',
        'The picture is too complex to be processed. Open it in an image viewer, save a smaller copy as JPEG or PNG, and upload that.',
      )
    case 'busy':
      return hint(
        '现在正在处理很多图片。请等一分钟再上传。',
        'Many pictures are being processed. Wait a minute, then upload it again.',
      )
    case 'notAllowed':
      return hint(
        '您没有上传图片的权限，或者登录已过期。请重新登录，或请管理员帮忙。',
        'You may not upload pictures, or your login has expired. Sign in again, or ask an administrator.',
      )
    case 'storageFull':
      return hint(
        '服务器的磁盘满了，没有保存。请告诉管理员。',
        'The server’s disk is full, so nothing was saved. Tell an administrator.',
      )
    case 'offline':
      return hint(
        '连不上内容库。请检查网络再上传。',
        'The content cannot be reached. Check your connection, then upload it again.',
      )
    case 'other':
      return hint(
        '内容库没有收下这个文件。请稍后再试；再不行就换一张，并告诉管理员。',
        'The server did not accept the file. Try again later; if that does not help, use another picture and tell an administrator.',
      )
  }
}

function formatMessage(format: string): string {
  switch (format) {
    case 'HEIC':
      return hint(
        '这是 HEIC 照片，网站显示不了。请在手机或电脑上导出为 JPEG 再上传；苹果手机可以在“设置 › 相机 › 格式”里选“兼容性最佳”。',
        'This is an HEIC photograph, which the site cannot show. Export it as JPEG and upload that; on an iPhone, Settings › Camera › Formats › Most Compatible takes JPEGs.',
      )
    case 'SVG':
      return hint(
        '这是 SVG 矢量图，里面可能带有脚本，网站不接受。请导出为 PNG 再上传，宽度至少 1920 像素。',
        'This is an SVG drawing, which can contain scripts, so the site does not accept it. Export it as PNG, at least 1,920 pixels wide, and upload that.',
      )
    default:
      return hint(
        `网站不接受 ${format} 格式的文件。请另存为 JPEG 或 PNG 再上传。`,
        `The site does not accept ${format} files. Save it as JPEG or PNG and upload that.`,
      )
  }
}
