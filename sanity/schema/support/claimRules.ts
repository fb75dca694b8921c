import type {CustomValidatorResult, ValidationContext} from 'sanity'
import {figureProblem, fillStatement, formatFigure} from '../../claims/claimSentence.ts'
import {type SentenceProblem, sentenceProblems} from '../../health/claimSentences.ts'
import {findingMessage} from '../../health/findingMessage.ts'
import {hasPlaceholder} from '../../health/placeholders.ts'
import {dateInChina} from '../../health/typedClaims.ts'
import {hint, label} from './bilingual.ts'

/** Rule for `.warning()` on a review date: it has not passed. */
export function reviewNotDue(date: string | undefined): true | string {
  if (date === undefined || date >= dateInChina(new Date())) return true
  return hint(
    '复核日期已过：请与负责人确认数字仍然成立，再改为新的日期。',
    'The review date has passed: confirm with the owner that the figure still holds, then set a new date.',
  )
}

/** Rule for an expiry date: it has not passed, and is not before the review date. */
export function notExpired(date: string | undefined, {document}: Pick<ValidationContext, 'document'>): true | string {
  if (date === undefined) return true
  if (date < dateInChina(new Date())) {
    return hint(
      '已经过期，不能发布：请与负责人确认数字仍然成立，再改为新的日期。',
      'It has expired and cannot be published: confirm with the owner that the figure still holds, then set a new date.',
    )
  }
  const review = document?.reviewDate
  if (typeof review !== 'string' || review <= date) return true
  return hint(
    '有效期不能早于复核日期：请把两个日期对调或改晚有效期。',
    'It cannot end before the review: set a later date here, or an earlier review date.',
  )
}

const signs = new Map([
  ['atLeast', '≥ '],
  ['atMost', '≤ '],
  ['lessBy', '−'],
])

/** Formats a claim's figure for lists: `≥ 50 %`, `10+ 年`. */
export function claimFigure(claim: {figure?: number; comparator?: string; unit?: string}): string {
  const {figure, comparator = 'exactly', unit = ''} = claim
  if (figure === undefined) return label('未填写数字', 'No figure yet')
  const plus = comparator === 'moreThan' ? '+' : ''
  return `${signs.get(comparator) ?? ''}${formatFigure(figure)}${plus} ${unit}`.trim()
}

/** Fills a statement's tokens for lists. Values of other types are returned unchanged. */
export function previewStatement(text: unknown, figure: unknown, unit: unknown): unknown {
  if (typeof text !== 'string' || typeof figure !== 'number') return text
  return fillStatement(text, {figure, unit: typeof unit === 'string' ? unit : ''})
}

const message = hint(
  '这里还是占位内容：换成真实信息之前，这条数据不能发布。',
  'This is still a placeholder: until it is replaced, the claim cannot be published.',
)

/** Rule for `.warning()` on a claim's source and owner: no placeholder. */
export function noPlaceholderEvidence(value: unknown): true | string {
  return hasPlaceholder(value) ? message : true
}

/** Rule for a claim's figure: visitors can read it at a glance, and it can be true. */
export function readableFigure(_figure: unknown, {document}: Pick<ValidationContext, 'document'>): true | string {
  const problem = figureProblem(document ?? {})
  if (!problem) return true
  const finding = {check: `${problem}Figure`, severity: 'error'} as const
  return hint(findingMessage(finding, 'zh'), findingMessage(finding, 'en'))
}

/** Rule for a claim's statement: it does not contradict the figure. Each severity needs its own rule. */
export function statementMatchesFigure(severity: SentenceProblem['severity']) {
  return (_statement: unknown, {document}: Pick<ValidationContext, 'document'>): CustomValidatorResult => {
    const problems = sentenceProblems(document ?? {}).filter((problem) => problem.severity === severity)
    if (problems.length === 0) return true
    return problems.map(({kind, detail, path}) => {
      const finding = {check: kind, severity, detail}
      return {
        message: hint(findingMessage(finding, 'zh'), findingMessage(finding, 'en')),
        path: [path === 'statement.zh' ? 'zh' : 'en'],
      }
    })
  }
}
