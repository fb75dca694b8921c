import type {SanityClient} from '@sanity/client'
import type {SanityDocument} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {formatTime} from '../language/formatTime.ts'
import {changesBetween, invert, pathText} from '../undo/changes.ts'
import type {PublishProblem} from './publishDecision.ts'

interface Release {
  _id: string
  /** None for a scheduled draft. */
  title: string | null
  /** When it is published, if it is scheduled. */
  publishAt: string | null
}

const query = /* groq */ `{
  "published": *[_id == $id][0],
  "versions": *[sanity::versionOf($id)] | order(_id asc),
  "releases": releases::all()[state in ["active", "scheduling", "scheduled"]]{
    _id, publishAt, "title": select(metadata.cardinality != "one" => metadata.title)
  }
}`

interface Answer {
  published?: SanityDocument | null
  versions?: SanityDocument[]
  releases?: Release[] | null
}

/**
 * Lists the releases, and scheduled drafts, that have a version of a document without what publishing its draft would change: once
 * they are published, visitors would read again what was there before, or what the release has.
 */
export async function lostInReleases(client: SanityClient, draft: SanityDocument): Promise<PublishProblem[]> {
  const id = publishedId(draft._id)
  const {published, versions = [], releases} = await client.fetch<Answer>(query, {id}, {perspective: 'raw'})
  if (!published) return []
  const changes = changesBetween(published, draft)
  return versions.flatMap((version): PublishProblem[] => {
    const release = releases?.find(({_id}) => version._id === `versions.${_id.replace(/^_\.releases\./, '')}.${id}`)
    const isTakenDown = isObject(version._system) && version._system.delete === true
    if (!release || isTakenDown) return []
    const lost = changes.filter((change) => invert([[change]], version).patches.length === 0)
    const [first] = lost
    if (!first) return []
    return [
      {
        documentId: draft._id,
        documentType: draft._type,
        path: pathText(first.path),
        sentence: sentenceOf(release, lost.length),
      },
    ]
  })
}

function sentenceOf({title, publishAt}: Release, count: number): string {
  const time = publishAt ? formatTime(Date.parse(publishAt)) : undefined
  const zh = `${title ? `发布计划“${title}”` : '定时的草稿'}${time ? `（${time}）` : ''}`
  const en = `${title ? `The release “${title}”` : 'A scheduled draft'}${time ? ` (${time})` : ''}`
  return label(
    `${zh}里也有它，却没有这次的修改（${count} 处）：到那时访客看到的又会是那里的内容。要保留修改，请在那里也改好。`,
    `${en} has a version of this without your changes (${count}): once it is published, visitors read what it says there. To keep them, make the same changes there.`,
  )
}
