import type {SanityClient} from '@sanity/client'
import type {SanityDocument} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {isDraftId, publishedId} from '../../sanity/health/contentDocuments.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {formatTime} from '../language/formatTime.ts'
import {type Change, changesBetween, invert, pathText} from '../undo/changes.ts'
import {readMissed} from '../undo/ownSteps.ts'
import type {PublishProblem} from './publishDecision.ts'

/**
 * Lists what publishing a draft now takes back of what was published while it was written, and what of it the releases, and scheduled
 * drafts, with a version of the document will take back.
 */
export async function takenBackNow(client: SanityClient, draft: SanityDocument): Promise<PublishProblem[]> {
  const [missed, {published, open}] = await Promise.all([missedBy(client, draft), readVersions(client, draft._id)])
  const lost = published
    ? open.flatMap(({release, version}) =>
        problemOf(draft, lostBetween(published, draft, version), (count) => lostSentence(release, count)),
      )
    : []
  return [...missed, ...lost]
}

/**
 * Lists what publishing a draft or version at some time to come would take back of what was published since it was made, and the
 * other releases, and scheduled drafts, that change the same document in another way.
 */
export async function takenBackLater(client: SanityClient, document: SanityDocument): Promise<PublishProblem[]> {
  const {published, open} = await readVersions(client, document._id)
  const missed = isMadeOf(document, published) ? [] : await missedBy(client, document)
  const {_id, _type, _rev, _createdAt, _updatedAt} = document
  const before = published ?? {_id, _type, _rev, _createdAt, _updatedAt}
  const others = open.filter(({version}) => version._id !== document._id)
  const differing = others.flatMap(({release, version}) => {
    const lost = [...lostBetween(before, document, version), ...lostBetween(before, version, document)]
    return problemOf(document, lost, (count) => differsSentence(release, count))
  })
  return [...missed, ...differing]
}

/** Lists the same for all documents of a release, and returns them with it. */
export async function takenBackByRelease(
  client: SanityClient,
  releaseName: string,
): Promise<{problems: PublishProblem[]; documents: SanityDocument[]}> {
  const versions = await client.fetch<SanityDocument[]>(
    '*[sanity::partOfRelease($releaseName)] | order(_id asc)',
    {releaseName},
    {perspective: 'raw'},
  )
  const documents = versions.filter((version) => !isTakenDown(version))
  const problems = await Promise.all(documents.map((version) => takenBackLater(client, version)))
  return {problems: problems.flat(), documents}
}

/** Changes that were published since a draft or version was made, and that it lacks. */
async function missedBy(client: SanityClient, document: SanityDocument): Promise<PublishProblem[]> {
  // Without the right to read the history, nothing is reported.
  const missed = await readMissed(client, document._id).catch(() => [])
  if (!isDraftId(document._id)) return problemOf(document, missed, missedSentence)
  const paths = new Set(missed.map(({path}) => pathText(path)))
  return [...paths].map((path) => ({...about(document), path, sentence: missedByDraft}))
}

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

interface Version {
  release: Release
  version: SanityDocument
}

/** Reads what is published of a document, and its versions in releases and scheduled drafts that are still to be published. */
async function readVersions(client: SanityClient, documentId: string) {
  const id = publishedId(documentId)
  const {published, versions = [], releases} = await client.fetch<Answer>(query, {id}, {perspective: 'raw'})
  const open = versions.flatMap((version): Version[] => {
    const release = releases?.find(({_id}) => version._id === `versions.${_id.replace(/^_\.releases\./, '')}.${id}`)
    return release && !isTakenDown(version) ? [{release, version}] : []
  })
  return {published, open}
}

const isTakenDown = ({_system}: SanityDocument) => isObject(_system) && _system.delete === true

/** Whether a version was made of what is published now: then nothing was published since, and its long history need not be read. */
function isMadeOf(version: SanityDocument, published?: SanityDocument | null): boolean {
  const system: unknown = version._system
  return isObject(system) && isObject(system.base) && published?._rev === system.base.rev
}

/** Changes from one state to another that a third one lacks. */
const lostBetween = (before: SanityDocument, after: SanityDocument, other: SanityDocument): Change[] =>
  changesBetween(before, after).filter((change) => invert([[change]], other).patches.length === 0)

const about = ({_id, _type}: SanityDocument) => ({documentId: _id, documentType: _type})

/** One problem for all changes, at the first one's place, with the number of places. */
function problemOf(
  document: SanityDocument,
  changes: readonly Change[],
  sentenceOf: (count: number) => string,
): PublishProblem[] {
  const [path, ...others] = new Set(changes.map((change) => pathText(change.path)))
  return path === undefined ? [] : [{...about(document), path, sentence: sentenceOf(others.length + 1)}]
}

const missedByDraft = label(
  '写这份草稿期间，这里的另一处修改已经发布（例如随发布计划）。发布这份草稿会把它改回去；要保留它，请先在草稿里也改好。',
  'Another change to this was published while the draft was being written, for example by a release. Publishing the draft undoes it: to keep it, make the same change in the draft.',
)

const missedSentence = (count: number) =>
  label(
    `这一版做好以后，又有别的修改发布了（${count} 处），这一版里没有：发布它会把那些修改改回去。要保留，请在这一版里也改好。`,
    `Changes to this were published after this version was made (${count}), and it lacks them: publishing it takes them back. To keep them, make the same changes in it.`,
  )

function lostSentence(release: Release, count: number): string {
  const {zh, en} = namesOf(release)
  return label(
    `${zh}里也有它，却没有这次的修改（${count} 处）：到那时访客看到的又会是那里的内容。要保留修改，请在那里也改好。`,
    `${en} has a version of this without your changes (${count}): once it is published, visitors read what it says there. To keep them, make the same changes there.`,
  )
}

function differsSentence(release: Release, count: number): string {
  const {zh, en} = namesOf(release)
  return label(
    `${zh}也改了它，与这里不同（${count} 处）：哪个后发布，访客看到的就是哪个，先发布的修改会被改回去。要都保留，请在后发布的那个里把两边的修改都写上。`,
    `${en} changes this, too, and differs (${count}): whichever is published last is what visitors read, and takes the other’s changes back. To keep both, make the changes of both in the later one.`,
  )
}

function namesOf({title, publishAt}: Release): {zh: string; en: string} {
  const time = publishAt ? formatTime(Date.parse(publishAt)) : undefined
  return {
    zh: `${title ? `发布计划“${title}”` : '定时的草稿'}${time ? `（${time}）` : ''}`,
    en: `${title ? `The release “${title}”` : 'A scheduled draft'}${time ? ` (${time})` : ''}`,
  }
}
