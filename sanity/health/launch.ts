import {hasText} from '../hasText.ts'
import {type ContentDocument, objectsIn} from './contentDocuments.ts'
import type {CheckName, Finding} from './Finding.ts'
import {proofFields} from './typedClaims.ts'

/** The launch check: facts that only the company knows and visitors miss. */
export const launchChecks: ReadonlySet<CheckName> = new Set([
  'missingFact',
  'placeholder',
  'claimUnproven',
  'claimWithoutProof',
  'unansweredTopic',
])

/** Facts about the company that the footer and the contact page show. */
const companyFacts = ['organization', 'address', 'phone', 'mail', 'icpNumber', 'policeNumber'] as const

/**
 * Returns the facts that a document leaves out, so that the site has a gap where a visitor looks for them: facts about the
 * company, how a claim was measured, answers for buyers. Placeholders are found by `placeholderPaths`.
 */
export function launchFindings(document: ContentDocument): Finding[] {
  const about = {severity: 'warning', document: {id: document._id, type: document._type}} as const
  if (document._type === 'siteSettings') {
    const missing = companyFacts.filter((fact) => isBlank(document[fact]))
    return missing.map((fact) => ({check: 'missingFact', ...about, path: fact}))
  }
  if (document._type === 'claim') {
    const missing = proofFields.filter((field) => isBlank(document[field]))
    const [path] = missing
    return path ? [{check: 'claimWithoutProof', ...about, path, detail: missing.join(' ')}] : []
  }
  return objectsIn(document)
    .filter(({value}) => value._type === 'buyerFact' && isBlank(value.answer))
    .map(({path, value}) => ({check: 'unansweredTopic', ...about, path: `${path}.answer`, detail: String(value.topic)}))
}

/** No text at all, or a locale object without one. */
function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return !hasText(value)
  if (typeof value !== 'object' || value === null) return true
  return !('zh' in value && !isBlank(value.zh)) && !('en' in value && !isBlank(value.en))
}
