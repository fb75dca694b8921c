import {type Locale, locales} from '../../lib/locales.ts'
import {isFixedType} from '../fixedDocuments.ts'
import {fixedDocument} from '../roles/refusals.ts'
import type {Finding} from './Finding.ts'
import {findingMessage, type NameOf, namesOf} from './findingMessage.ts'
import {type PublishedTogether, publishabilityTogether} from './publishability.ts'

/** A toast of the Studio holds about so many. */
const mostReasons = 3

/**
 * Says, in both languages, why a release may not be published: for what a draft's publish button refuses. The lake asks it
 * when a release is published or scheduled, for the time of publishing, and again at that time.
 */
export default function releaseRule({at, ...change}: PublishedTogether & {at: Date}): string | undefined {
  const documents = [...change.published, ...change.publishes]
  const names: Record<Locale, NameOf> = {zh: namesOf(documents, 'zh'), en: namesOf(documents, 'en')}
  const removed = change.published.filter(({_id, _type}) => isFixedType(_type) && change.unpublishes.includes(_id))
  const reasons = [
    ...removed.map(({_id}) => `“${names.zh(_id)}” / “${names.en(_id)}”: ${fixedDocument.message}`),
    ...publishabilityTogether(change, at).refusals.map((finding) => reasonOf(finding, names)),
  ]
  if (reasons.length === 0) return undefined
  const others = reasons.length - mostReasons
  return [
    at > new Date()
      ? '到了定时的时间，不能这样发布。 At the time that was set it could not be published like this.'
      : '不能这样发布。 It cannot be published like this.',
    ...reasons.slice(0, mostReasons),
    ...(others > 0 ? [`（另有 ${others} 处。 And ${others} more.）`] : []),
  ].join('\n')
}

function reasonOf(finding: Finding, names: Record<Locale, NameOf>): string {
  return locales
    .map((locale) => {
      const message = findingMessage(finding, locale, names[locale])
      return finding.document ? `“${names[locale](finding.document.id)}”: ${message}` : message
    })
    .join(' ')
}
