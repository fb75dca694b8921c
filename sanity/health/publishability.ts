import {isObject} from '../../lib/json.ts'
import {locales} from '../../lib/locales.ts'
import {hasText} from '../hasText.ts'
import {type ContentDocument, objectsIn, pagesShowingAny, publishedId} from './contentDocuments.ts'
import {rejectionFindings} from './datasetFindings.ts'
import {checkContext, documentFindings, linkProblems, pagesHiddenAt, sectionsOf} from './documentFindings.ts'
import {findDuplicates, indexUniqueValues} from './duplicates.ts'
import type {Finding} from './Finding.ts'

/** Whether a document may be published, and what that would change. */
export interface Publishability {
  /** Errors that prevent publishing. */
  refusals: Finding[]
  /** For the editor to decide. */
  warnings: Finding[]
  /** Pages that would change. */
  pages: ContentDocument[]
}

/**
 * Checks a draft against the published documents. Refuses errors of its own, blocks that it would break on any page, and
 * a claim without evidence.
 */
export function publishability(
  draft: ContentDocument,
  published: readonly ContentDocument[],
  now: Date,
): Publishability {
  return publishabilityTogether({publishes: [draft], unpublishes: [], published}, now)
}

/** The change that publishing and unpublishing several documents at once would make. */
export interface PublishedTogether {
  published: readonly ContentDocument[]
  /** Drafts, or versions in a release. */
  publishes: readonly ContentDocument[]
  /** Published ids. */
  unpublishes: readonly string[]
}

/** Checks documents against each other and those that stay, as `publishability` checks one. */
export function publishabilityTogether(
  {published, publishes, unpublishes}: PublishedTogether,
  now: Date,
): Publishability {
  const documents = publishes.map((draft) => ({...draft, _id: publishedId(draft._id)}))
  const changed = new Set([...documents.map(({_id}) => _id), ...unpublishes])
  const after = [...published.filter(({_id}) => !changed.has(_id)), ...documents]
  const pages = pagesShowingAny(changed, after)
  const pageIds = pages.map(({_id}) => _id)
  const rejected = {before: rejectionFindings(published, pageIds), now: rejectionFindings(after, pageIds)}
  const context = checkContext(after, now)
  const findings = [
    ...documents.flatMap((document) =>
      withoutEarlierDuplicates(documentFindings(document, context), published, document),
    ),
    ...newRejections(rejected, changed),
    ...documents.flatMap((document) => keptAlternatives(document, published)),
    ...newlyLostSections({published, after, changed}),
    ...movedSteps({published, after, changed}, rejected),
    ...newlyHiddenPages({published, after, changed}, now),
  ]
  const isRefusal = ({check, severity}: Finding) => severity === 'error' || check === 'claimUnproven'
  return {refusals: findings.filter(isRefusal), warnings: findings.filter((finding) => !isRefusal(finding)), pages}
}

interface Change {
  published: readonly ContentDocument[]
  after: readonly ContentDocument[]
  changed: ReadonlySet<string>
}

/** Blocks and scenarios that the site leaves out, before the change and after it. */
interface Rejected {
  before: readonly Finding[]
  now: readonly Finding[]
}

/** Removes duplicates that existed before the change: the other document may be the one to change. */
function withoutEarlierDuplicates(
  findings: Finding[],
  published: readonly ContentDocument[],
  document: ContentDocument,
): Finding[] {
  const before = published.find(({_id}) => _id === document._id)
  if (!before) return findings
  const shared = new Set(
    findDuplicates(before, indexUniqueValues(published)).map(({kind, path, detail}) => `${kind} ${path} ${detail}`),
  )
  return findings.filter(({check, path, detail}) => !shared.has(`${check} ${path} ${detail}`))
}

/** Alternative texts that stay although the picture that they describe was replaced. It may be the same one, retouched. */
function keptAlternatives(document: ContentDocument, published: readonly ContentDocument[]): Finding[] {
  const before = new Map(
    objectsIn(published.find(({_id}) => _id === document._id)).map(({path, value}) => [path, value]),
  )
  return objectsIn(document).flatMap(({path, value}) => {
    const earlier = before.get(path)
    if (!isOtherPicture(earlier?.asset, value.asset) || !isObject(earlier?.alt) || !isObject(value.alt)) return []
    const texts = {before: earlier.alt, now: value.alt}
    return locales
      .filter((locale) => hasText(texts.now[locale]) && texts.now[locale] === texts.before[locale])
      .map((locale): Finding => {
        const {_id: id, _type: type} = document
        return {check: 'keptAlternative', severity: 'warning', document: {id, type}, path: `${path}.alt.${locale}`}
      })
  })
}

function isOtherPicture(before: unknown, now: unknown): boolean {
  return isObject(before) && isObject(now) && before._ref !== now._ref
}

/** Pages that visitors see now and would not see after the change, with the time at which they open and the number of links to them. */
function newlyHiddenPages({published, after, changed}: Change, now: Date): Finding[] {
  const before = new Set(pagesHiddenAt(published, now).map(({_id}) => _id))
  const known = new Set(published.map(({_id}) => _id))
  return pagesHiddenAt(after, now)
    .filter(({_id}) => changed.has(_id) && known.has(_id) && !before.has(_id))
    .map(({_id: id, _type: type, route, embargoUntil}): Finding => {
      const links = after.filter(({_id}) => _id !== id).flatMap(objectsIn)
      const count = links.filter(({path, value}) => path !== '' && value.route === route).length
      const detail = `${embargoUntil} ${count}`
      return {check: 'hidesPage', severity: 'warning', document: {id, type}, path: 'embargoUntil', detail}
    })
}

/** Links of unchanged documents to sections that the change takes away. */
function newlyLostSections({published, after, changed}: Change): Finding[] {
  const [before, now] = [sectionsOf(published), sectionsOf(after)]
  const isLost = ([route, keys]: [string, ReadonlySet<unknown>]) => [...keys].some((key) => !now.get(route)?.has(key))
  if (![...before].some(isLost)) return []
  return after
    .filter(({_id}) => !changed.has(_id))
    .flatMap((document) => {
      const known = new Set(lostIn(document, before).map(({path}) => path))
      return lostIn(document, now)
        .filter(({path}) => !known.has(path))
        .map(({path, target}): Finding => {
          const {_id: id, _type: type} = document
          return {check: 'unknownSection', severity: 'warning', document: {id, type}, path, detail: target}
        })
    })
}

function lostIn(document: ContentDocument, sections: ReturnType<typeof sectionsOf>) {
  const problems = linkProblems(document, {hiddenRoutes: new Set(), sections, stepCounts: new Map()})
  return problems.filter(({problem}) => problem === 'unknownSection')
}

/** Steps of the demo that unchanged documents name by their number, and that are no longer the same, or no longer shown. */
function movedSteps({published, after, changed}: Change, rejected: Rejected): Finding[] {
  const [before, now] = [stepKeys(published), stepKeys(after)]
  const [lostBefore, lostNow] = [withPlaceholder(rejected.before), withPlaceholder(rejected.now)]
  return after
    .filter(({_id}) => !changed.has(_id))
    .flatMap((document) =>
      objectsIn(document).flatMap(({path, value: {_type, scenario, step}}): Finding[] => {
        if (_type !== 'demoStep' || !isObject(scenario)) return []
        const keyIn = (keys: typeof now) => keys.get(scenario._ref)?.[Number(step) - 1]
        const key = keyIn(before)
        const isLost = lostNow.has(scenario._ref) && !lostBefore.has(scenario._ref)
        const isMoved = now.has(scenario._ref) && key !== keyIn(now)
        if (key === undefined || !(isLost || isMoved)) return []
        const about = {id: document._id, type: document._type}
        return [{check: 'movedStep', severity: 'warning', document: about, path: `${path}.step`, detail: String(step)}]
      }),
    )
}

/** Ids of the documents that are left out for a placeholder. */
function withPlaceholder(rejections: readonly Finding[]): ReadonlySet<unknown> {
  return new Set(rejections.filter(({check}) => check === 'lostToPlaceholder').map(({document}) => document?.id))
}

/** Keys of the steps of all scenarios, in order, by id. */
function stepKeys(documents: readonly ContentDocument[]): Map<unknown, unknown[]> {
  const scenarios = documents.filter(({_type}) => _type === 'scenario')
  return new Map(
    scenarios.map(({_id, steps}) => [
      _id,
      (Array.isArray(steps) ? steps : []).map((step: unknown) => (isObject(step) ? step._key : undefined)),
    ]),
  )
}

/** Blocks and scenarios that the change breaks. In other documents, what was broken before is ignored. */
function newRejections(rejected: Rejected, changed: ReadonlySet<string>): Finding[] {
  const before = new Set(rejected.before.map(positionOf))
  return rejected.now.filter((finding) => changed.has(finding.document?.id ?? '') || !before.has(positionOf(finding)))
}

function positionOf({check, document, path}: Finding): string {
  return `${check} ${document?.id} ${path}`
}
