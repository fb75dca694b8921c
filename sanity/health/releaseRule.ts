import {type Locale, locales} from '../../lib/locales.ts'
import {isFixedType} from '../fixedDocuments.ts'
import {fixedDocumentWords} from '../roles/refusals.ts'
import type {Finding} from './Finding.ts'
import {findingMessage, type NameOf, namesOf} from './findingMessage.ts'
import {type PublishedTogether, publishabilityTogether} from './publishability.ts'

/** A toast of the Studio holds about so many. */
const mostReasons = 3

type Words = Record<Locale, string>

const headline: Words = {zh: '不能这样发布。', en: 'It cannot be published like this.'}

const laterHeadline: Words = {
  zh: '到了定时的时间，不能这样发布。',
  en: 'At the time that was set it could not be published like this.',
}

/**
 * Returns why a release may not be published, in Chinese and, after an empty line, in English: for what a draft's publish button
 * refuses. The lake asks it when a release is published or scheduled, for the time of publishing, and again at that time.
 */
export default function releaseRule({at, ...change}: PublishedTogether & {at: Date}): string | undefined {
  const documents = [...change.published, ...change.publishes]
  const names: Record<Locale, NameOf> = {zh: namesOf(documents, 'zh'), en: namesOf(documents, 'en')}
  const removed = change.published.filter(({_id, _type}) => isFixedType(_type) && change.unpublishes.includes(_id))
  const {refusals} = publishabilityTogether(change, at)
  const count = removed.length + refusals.length
  if (count === 0) return undefined
  const others: Words = {zh: `（另有 ${count - mostReasons} 处。）`, en: `(And ${count - mostReasons} more.)`}
  return locales
    .map((locale) =>
      [
        (at > new Date() ? laterHeadline : headline)[locale],
        ...[
          ...removed.map(({_id}) => `“${names[locale](_id)}”: ${fixedDocumentWords[locale]}`),
          ...refusals.map((finding) => reasonOf(finding, locale, names[locale])),
        ].slice(0, mostReasons),
        ...(count > mostReasons ? [others[locale]] : []),
      ].join('\n'),
    )
    .join('\n\n')
}

function reasonOf(finding: Finding, locale: Locale, nameOf: NameOf): string {
  const message = findingMessage(finding, locale, nameOf)
  return finding.document ? `“${nameOf(finding.document.id)}”: ${message}` : message
}
