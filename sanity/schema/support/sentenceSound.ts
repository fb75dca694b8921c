import type {CustomValidatorResult, ValidationContext} from 'sanity'
import {findingWords} from '../../health/findingWords.ts'
import {type SentenceProblem, sentenceProblems} from '../../health/sentenceProblems.ts'
import {hint} from './bilingual.ts'

/** A rule on a claim's statement: no sentence contradicts the figure. Warnings need a rule of their own. */
export function sentenceSound(severity: SentenceProblem['severity']) {
  return (_statement: unknown, {document}: Pick<ValidationContext, 'document'>): CustomValidatorResult => {
    const problems = sentenceProblems(document ?? {}).filter((problem) => problem.severity === severity)
    if (problems.length === 0) return true
    return problems.map(({kind, detail, path}) => {
      const finding = {check: kind, severity, detail}
      return {
        message: hint(findingWords(finding, 'zh'), findingWords(finding, 'en')),
        path: [path === 'statement.zh' ? 'zh' : 'en'],
      }
    })
  }
}
