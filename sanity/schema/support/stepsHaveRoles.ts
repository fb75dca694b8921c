import type {CustomValidatorResult} from 'sanity'
import {hint} from './bilingual.ts'

const message = hint(
  '请选择谁来做这一步：图按角色分道。',
  'Choose who does this step: the picture has a lane for each role.',
)

/** A rule for a list of steps: each has a role. */
export function stepsHaveRoles(steps: unknown): CustomValidatorResult {
  const wrong = (Array.isArray(steps) ? steps : []).flatMap((step: {_key?: string; role?: unknown}, index) =>
    step.role ? [] : [{message, path: [step._key ? {_key: step._key} : index, 'role']}],
  )
  return wrong.length > 0 ? wrong : true
}
