import {hasPlaceholder} from '../../health/placeholdersLeft.ts'
import {hint} from './bilingual.ts'

const message = hint(
  '这里还是占位内容：换成真实信息之前，这条数据不能发布。',
  'This is still a placeholder: until it is replaced the claim cannot be published.',
)

/** A rule for `.warning()` on a claim's source and owner, which a placeholder is not. */
export function evidenceGiven(value: unknown): true | string {
  return hasPlaceholder(value) ? message : true
}
