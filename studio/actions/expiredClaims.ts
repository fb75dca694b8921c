import type {SanityClient} from '@sanity/client'
import {type ContentDocument, documentTitle, referencesIn} from '../../sanity/health/contentDocuments.ts'
import {dateInChina, isExpired} from '../../sanity/health/typedClaims.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {formatDay, formatTime} from '../language/formatTime.ts'
import type {PublishProblem} from './publishDecision.ts'

interface Answer {
  /** When the release is published, or is meant to be. */
  time: string | null
  /** All claims as the release has them, by their published ids. */
  claims: ContentDocument[]
}

const query = /* groq */ `{
  "time": releases::all()[_id == $id][0]{"at": coalesce(publishAt, metadata.intendedPublishAt)}.at,
  "claims": *[_type == "claim"]
}`

/**
 * Lists the places of a release's documents that quote a claim whose expiry date is over when the release is published: at its time,
 * or now if none is set. The release is not refused for them, as what it changes may be the rest of the page.
 */
export async function expiredByRelease(
  client: SanityClient,
  releaseName: string,
  documents: readonly ContentDocument[],
): Promise<PublishProblem[]> {
  // As of a release that is archived, which has no documents any more, nothing can be asked.
  if (documents.length === 0) return []
  const id = `_.releases.${releaseName}`
  const {time, claims} = await client.fetch<Answer>(query, {id}, {perspective: [releaseName]})
  return expiredAt(time ? Date.parse(time) : 0, claims, documents)
}

/** Lists the places of documents that quote a claim whose expiry date is over at a time, or now if that is past. */
export function expiredAt(
  intended: number,
  claims: readonly ContentDocument[],
  documents: readonly ContentDocument[],
): PublishProblem[] {
  const today = dateInChina(new Date(Math.max(Date.now(), intended)))
  const expired = new Map(claims.filter((claim) => isExpired(claim, today)).map((claim) => [claim._id, claim]))
  return documents.flatMap((document) =>
    referencesIn(document).flatMap(({path, id}): PublishProblem[] => {
      const claim = expired.get(id)
      if (!claim) return []
      const sentence = sentenceOf(claim, intended > Date.now() ? intended : undefined)
      return [{documentId: document._id, documentType: document._type, path, sentence}]
    }),
  )
}

function sentenceOf(claim: ContentDocument, at: number | undefined): string {
  const title = documentTitle(claim, editorLocale())
  const day = (language: 'zh' | 'en') => formatDay(String(claim.expiryDate), language)
  const when = at && {zh: formatTime(at, 'zh'), en: formatTime(at, 'en')}
  return label(
    `${when ? `到发布的时间（${when.zh}），` : ''}这里引用的数据已经过期：“${title}”的有效期到 ${day('zh')}为止。请与负责人确认数字仍然成立，改好有效期，或不再引用它。`,
    `${when ? `At the time of publishing (${when.en}) this` : 'This'} quotes an expired figure: “${title}” holds until ${day('en')}. Confirm it with its owner and set a new expiry date, or no longer quote it.`,
  )
}
