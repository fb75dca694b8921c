import {locales} from '../../lib/locales.ts'
import {isFixedType} from '../fixedDocuments.ts'
import {fixedDocument} from '../roles/refusals.ts'
import type {Finding} from './Finding.ts'
import {findingMessage} from './findingMessage.ts'
import {type PublishedTogether, publishabilityTogether} from './publishability.ts'

/** A toast of the Studio holds about so many. */
const mostReasons = 3

/**
 * Says, in both languages, why a release may not be published: for what a draft's publish button refuses. The lake asks it
 * when a release is published or scheduled, and again at its time.
 */
export default function releaseRule(change: PublishedTogether): string | undefined {
  const removed = change.published.filter(({_id, _type}) => isFixedType(_type) && change.unpublishes.includes(_id))
  const reasons = [
    ...removed.map(({_id}) => `${_id}: ${fixedDocument.message}`),
    ...publishabilityTogether(change, new Date()).refusals.map(reasonOf),
  ]
  if (reasons.length === 0) return undefined
  const others = reasons.length - mostReasons
  return [
    ...reasons.slice(0, mostReasons),
    ...(others > 0 ? [`（另有 ${others} 处。 And ${others} more.）`] : []),
  ].join('\n')
}

function reasonOf(finding: Finding): string {
  const place = [finding.document?.id, finding.path].filter(Boolean).join(' ')
  return `${place}: ${locales.map((locale) => findingMessage(finding, locale)).join(' ')}`
}
