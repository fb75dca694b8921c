import {hasPlaceholder} from '../../health/placeholdersLeft.ts'
import {hint} from './bilingual.ts'

const message = hint(
  '这里还是占位内容，发布到正式网站前请换成真实信息。',
  'This is still a placeholder: replace it with the real information before the site goes live.',
)

/** A custom rule for `.warning()`: says that the value is a placeholder. */
export function noPlaceholder(value: unknown): true | string {
  return hasPlaceholder(value) ? message : true
}
