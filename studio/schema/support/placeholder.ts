import {hint} from './bilingual.ts'

/** What marks a fact that is still missing, in Chinese and in English. */
export const placeholderMarkers = ['【待填】', '[to be filled in]', '待填写', 'to be named'] as const

const message = hint(
  '这里还是占位内容，发布到正式网站前请换成真实信息。',
  'This is still a placeholder: replace it with the real information before the site goes live.',
)

/** Does any text in this value still hold a placeholder? Walks objects and arrays. */
export function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return placeholderMarkers.some((marker) => value.includes(marker))
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlaceholder)
}

/** A custom rule for `.warning()`: says that the value is a placeholder. */
export function noPlaceholder(value: unknown): true | string {
  return hasPlaceholder(value) ? message : true
}
