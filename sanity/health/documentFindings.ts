import {isObject} from '../../lib/json.ts'
import {isRoute, type Route} from '../../lib/routes.ts'
import {type GuardedPage, hiddenPages, pageMiddleware} from '../../lib/visibility.ts'
import type {BlockName} from '../blocks/index.ts'
import {samplePaths} from '../blocks/samples.ts'
import {figureProblem} from '../claims/claimSentence.ts'
import {itemSize, largestDocument, longestList, longestText} from '../contentLimits.ts'
import {requiredBlocks} from '../fixedDocuments.ts'
import {hasText} from '../hasText.ts'
import {parseSection} from '../projections/section.ts'
import {sentenceProblems} from './claimSentences.ts'
import {brokenReferences, type ContentDocument, objectsIn, referencesIn} from './contentDocuments.ts'
import {asRead, controlPaths} from './controls.ts'
import {findDuplicates, indexUniqueValues, type UniqueValueIndex} from './duplicates.ts'
import type {CheckName, Finding, Severity} from './Finding.ts'
import {missingAlternatives, missingChinese, missingEnglish} from './languages.ts'
import {copyMarkPaths, placeholderPaths} from './placeholders.ts'
import {
  type ComparableClaim,
  comparableClaims,
  dateInChina,
  isExpired,
  missingEvidence,
  strayTokens,
  typedClaims,
} from './typedClaims.ts'

/** Facts about all documents, at one time, that checks of each need. */
export interface CheckContext {
  today: string
  ids: ReadonlySet<string>
  /** Routes that are hidden now. */
  hiddenRoutes: ReadonlySet<string>
  /** Keys of each page's blocks, by route. */
  sections: ReadonlyMap<string, ReadonlySet<unknown>>
  /** Numbers of steps of the scenarios, by id. */
  stepCounts: ReadonlyMap<unknown, number>
  expiredClaims: ReadonlySet<string>
  claims: readonly ComparableClaim[]
  uniqueValues: UniqueValueIndex
}

/** Builds the context from all documents, once for all checks. */
export function checkContext(documents: readonly ContentDocument[], now: Date): CheckContext {
  const today = dateInChina(now)
  const claims = documents.filter(({_type}) => _type === 'claim')
  return {
    today,
    ids: new Set(documents.map(({_id}) => _id)),
    hiddenRoutes: new Set(pagesHiddenAt(documents, now).map(({route}) => String(route))),
    sections: sectionsOf(documents),
    stepCounts: stepCountsOf(documents),
    expiredClaims: new Set(claims.filter((claim) => isExpired(claim, today)).map(({_id}) => _id)),
    claims: comparableClaims(claims),
    uniqueValues: indexUniqueValues(documents),
  }
}

/** Returns the keys of each page's blocks, by route. */
export function sectionsOf(documents: readonly ContentDocument[]): CheckContext['sections'] {
  const pages = documents.filter(({_type}) => _type === 'page')
  return new Map(pages.map(({route, blocks}) => [String(route), keysOf(blocks)]))
}

function stepCountsOf(documents: readonly ContentDocument[]): CheckContext['stepCounts'] {
  const scenarios = documents.filter(({_type}) => _type === 'scenario')
  return new Map(scenarios.map(({_id, steps}) => [_id, Array.isArray(steps) ? steps.length : 0]))
}

function keysOf(items: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(items) ? items.map((item: unknown) => (isObject(item) ? item._key : undefined)) : [])
}

/** Returns the pages among documents that visitors do not see at a time. */
export function pagesHiddenAt(documents: readonly ContentDocument[], time: Date) {
  return hiddenPages(documents.filter(isGuardedPage), time.getTime())
}

/** Whether the fields of a page that decide on its visibility have the types that they should. */
function isGuardedPage(document: ContentDocument): document is ContentDocument & GuardedPage {
  const {_type, middleware, embargoUntil} = document
  return _type === 'page' && Array.isArray(middleware) && (embargoUntil == null || typeof embargoUntil === 'string')
}

/** A link to nowhere, to a hidden page, or to a section or a step of the demo that is not there. */
interface LinkProblem {
  path: string
  /** A route, an address, or the number of a step and that of all its scenario has. */
  target: string
  problem: keyof typeof linkChecks
}

/** Returns the broken links of a document. Sends no requests. */
export function linkProblems(
  document: ContentDocument,
  {hiddenRoutes, sections, stepCounts}: LinkContext,
): LinkProblem[] {
  return objectsIn(document).flatMap(({path, value}): LinkProblem[] => {
    const {route, href, section, demo} = value
    const at = (field: string) => (path ? `${path}.${field}` : field)
    // A page's own route is not a link.
    if (typeof route === 'string' && path !== '') {
      if (!isRoute(route)) return [{path: at('route'), target: route, problem: 'unknownRoute'}]
      if (hiddenRoutes.has(route)) return [{path: at('route'), target: route, problem: 'hiddenRoute'}]
      if (route === '/demo') {
        const target = beyondScenario(demo, stepCounts)
        return target ? [{path: at('demo.step'), target, problem: 'unknownStep'}] : []
      }
      const isLost = typeof section === 'string' && !hasSection(sections, route, section)
      return isLost ? [{path: at('section'), target: route, problem: 'unknownSection'}] : []
    }
    if (typeof route === 'string' && document._type !== 'page' && !isRoute(route)) {
      return [{path: at('route'), target: route, problem: 'unknownRoute'}]
    }
    if (value._type === 'externalLink' && !isValidUrl(href)) {
      return [{path: at('href'), target: typeof href === 'string' ? href : '', problem: 'malformed'}]
    }
    return []
  })
}

type LinkContext = Pick<CheckContext, 'hiddenRoutes' | 'sections' | 'stepCounts'>

/** Returns the number of a step that its scenario does not have, and that of those it has. A scenario that is gone has a check of its own. */
function beyondScenario(demo: unknown, stepCounts: LinkContext['stepCounts']): string | undefined {
  const {scenario, step} = isObject(demo) ? demo : {}
  const count = isObject(scenario) ? stepCounts.get(scenario._ref) : undefined
  return count !== undefined && typeof step === 'number' && step > count ? `${step} ${count}` : undefined
}

function hasSection(sections: LinkContext['sections'], route: string, section: string): boolean {
  const target = parseSection(section)
  return target?.route === route && sections.get(route)?.has(target.key) === true
}

/** A web URL whose host has a dot, or a `mailto:` address. */
function isValidUrl(href: unknown): boolean {
  if (typeof href !== 'string' || !URL.canParse(href)) return false
  const {protocol, hostname, pathname} = new URL(href)
  if (protocol === 'mailto:') return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(decoded(pathname))
  return (protocol === 'https:' || protocol === 'http:') && /^[^.\s]+(\.[^.\s]+)+$/.test(hostname)
}

/** Percent-decodes; an empty string if the text is not encoded properly, as `50%off`, which a URL may hold. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Returns the required blocks that a page lacks; `block` if it has no block at all. */
export function missingBlocks(page: ContentDocument): (BlockName | 'block')[] {
  const {route, blocks} = page
  if (!Array.isArray(blocks) || blocks.length === 0) return ['block']
  if (typeof route !== 'string' || !isRoute(route)) return []
  const required = requiredBlocks.get(route)
  const isThere = blocks.some((block: unknown) => isObject(block) && block._type === required)
  return required && !isThere ? [required] : []
}

function claimFindings(document: ContentDocument, context: CheckContext): Finding[] {
  const own = document._type === 'claim' ? [...evidenceFindings(document, context), ...statementFindings(document)] : []
  return [
    ...own,
    ...expiredClaimFindings(document, context),
    ...typedClaimFindings(document, context),
    ...strayTokenFindings(document),
  ]
}

function evidenceFindings(claim: ContentDocument, {today}: CheckContext): Finding[] {
  const document = {id: claim._id, type: claim._type}
  const {reviewDate, expiryDate} = claim
  const findings: Finding[] = missingEvidence(claim).map((field) => ({
    check: 'claimUnproven',
    document,
    path: field,
    detail: field,
    // A placeholder is known to be open; a blank field was overlooked.
    severity: typeof claim[field] === 'string' && hasText(claim[field]) ? 'warning' : 'error',
  }))
  if (isExpired(claim, today)) {
    findings.push({check: 'claimExpired', severity: 'error', document, path: 'expiryDate', detail: String(expiryDate)})
  } else if (typeof reviewDate === 'string' && reviewDate < today) {
    findings.push({check: 'claimReviewDue', severity: 'warning', document, path: 'reviewDate', detail: reviewDate})
  }
  return findings
}

function statementFindings(claim: ContentDocument): Finding[] {
  const document = {id: claim._id, type: claim._type}
  const problem = figureProblem(claim)
  return [
    ...(problem ? [{check: `${problem}Figure`, severity: 'error', document, path: 'figure'} as const] : []),
    ...sentenceProblems(claim).map(({kind, severity, path, detail}) => ({
      check: kind,
      severity,
      document,
      path,
      detail,
    })),
  ]
}

function typedClaimFindings(document: ContentDocument, {claims}: CheckContext): Finding[] {
  if (document._type === 'claim') return []
  return typedClaims(document, claims).map(({path, typed, claim, isEqual}) => ({
    check: isEqual ? 'typedClaim' : 'contradictsClaim',
    severity: 'warning',
    path,
    detail: `${claim} ${typed}`,
    document: {id: document._id, type: document._type},
  }))
}

function strayTokenFindings(document: ContentDocument): Finding[] {
  return strayTokens(document).map(({path, token}) => ({
    check: 'strayToken',
    severity: 'error',
    path,
    detail: token,
    document: {id: document._id, type: document._type},
  }))
}

function expiredClaimFindings(document: ContentDocument, {expiredClaims}: CheckContext): Finding[] {
  return referencesIn(document)
    .filter(({id}) => expiredClaims.has(id))
    .map(({path, id}) => ({
      check: 'quotesExpiredClaim',
      severity: 'warning',
      path,
      detail: id,
      document: {id: document._id, type: document._type},
    }))
}

const linkChecks = {
  unknownRoute: ['unknownRoute', 'error'],
  hiddenRoute: ['hiddenRoute', 'warning'],
  // The link opens its page all the same.
  unknownSection: ['unknownSection', 'warning'],
  unknownStep: ['unknownStep', 'warning'],
  malformed: ['malformedLink', 'error'],
} as const

/** A value that is too large for the site. `size`: in characters, or in items of a list. */
interface Excess {
  check: 'longText' | 'longList' | 'largeDocument'
  path: string
  size: number
}

/**
 * Lists the texts and lists of a document that `fitToSchema` leaves out or cuts for their size, or the document if only all of them
 * together are too large.
 */
function excessesOf(document: ContentDocument): Excess[] {
  // Claims are shown whole, whatever they hold.
  if (document._type === 'claim') return []
  const {middleware: _, ...shown} = document
  const values = objectsIn(shown).flatMap(({path, value}) =>
    Object.entries(value).map(([name, content]) => ({path: path ? `${path}.${name}` : name, content})),
  )
  const excesses = values.flatMap(({path, content}): Excess[] => {
    if (typeof content === 'string' && content.length > longestText) {
      return [{check: 'longText', path, size: content.length}]
    }
    const isLong = Array.isArray(content) && content.length > longestList
    return isLong ? [{check: 'longList', path, size: content.length}] : []
  })
  if (excesses.length > 0) return excesses
  const size = values.reduce((sum, {content}) => sum + sizeOf(content), 0)
  return size > largestDocument ? [{check: 'largeDocument', path: '', size}] : []
}

function sizeOf(content: unknown): number {
  if (typeof content === 'string') return content.length
  return Array.isArray(content)
    ? content.reduce((sum: number, item: unknown) => sum + itemSize + (typeof item === 'string' ? item.length : 0), 0)
    : 0
}

/**
 * Returns the findings of one document, except for rejected blocks, which need the page query. What is found several times in
 * one text, in the same words, is one finding.
 */
export function documentFindings(document: ContentDocument, context: CheckContext): Finding[] {
  const found = allFindings(document, context)
  const keyOf = ({check, path, detail}: Finding) => `${check} ${path} ${asRead(String(detail))}`
  return [...new Map(found.map((finding) => [keyOf(finding), finding])).values()]
}

function allFindings(document: ContentDocument, context: CheckContext): Finding[] {
  const about = {id: document._id, type: document._type}
  const found = (check: CheckName, severity: Severity, path?: string, detail?: string): Finding => ({
    check,
    severity,
    document: about,
    ...(path === undefined ? {} : {path}),
    ...(detail === undefined ? {} : {detail}),
  })
  return [
    ...brokenReferences(document, context.ids).map(({path, id}) => found('brokenReference', 'error', path, id)),
    ...missingChinese(document).map((path) => found('missingChinese', 'error', path)),
    ...missingEnglish(document).map((path) => found('missingEnglish', 'warning', path)),
    ...missingAlternatives(document).map((path) => found('missingAlternative', 'error', path)),
    ...unfinishedUploads(document).map(({path, name}) => found('unfinishedUpload', 'error', path, name)),
    ...placeholderPaths(document)
      .filter((path) => !isEvidence(document, path))
      .map((path) => found('placeholder', 'warning', path)),
    ...samplePaths(document).map((path) => found('sampleText', 'error', path)),
    ...controlPaths(document).map((path) => found('controlCharacter', 'warning', path)),
    ...excessesOf(document).map(({check, path, size}) => found(check, 'error', path, size.toLocaleString('en'))),
    ...copyMarkPaths(document).map((path) => found('copyMark', 'error', path)),
    ...linkProblems(document, context).map(({path, target, problem}) => {
      const [check, severity] = linkChecks[problem]
      return found(check, severity, path, target)
    }),
    ...claimFindings(document, context),
    ...findDuplicates(document, context.uniqueValues).map(({kind, severity, path, detail}) =>
      found(kind, severity, path, detail),
    ),
    ...(document._type === 'page' ? missingBlocks(document) : []).map((name) =>
      found('missingBlock', 'error', 'blocks', name),
    ),
    ...unknownMiddleware(document).map((name) => found('unknownMiddleware', 'error', 'middleware', name)),
    ...(isNeededAndHidden(document, context) ? [found('neededPage', 'error', 'middleware')] : []),
  ]
}

/** Pictures with the mark that the Studio keeps beside them until they are uploaded, and for good if the tab was closed before. */
function unfinishedUploads(document: ContentDocument): {path: string; name: string}[] {
  return objectsIn(document).flatMap(({path, value: {_upload: mark}}) =>
    isObject(mark) ? [{path, name: isObject(mark.file) ? String(mark.file.name) : ''}] : [],
  )
}

/** Missing evidence has a check of its own. */
function isEvidence({_type}: ContentDocument, path: string): boolean {
  return _type === 'claim' && (path === 'source' || path === 'owner')
}

/** Routes that the site's own links on every page lead to, whatever editors write. */
const neededRoutes: ReadonlySet<unknown> = new Set<Route>(['/', '/contact', '/privacy'])

function isNeededAndHidden({_type, route}: ContentDocument, {hiddenRoutes}: CheckContext): boolean {
  return _type === 'page' && neededRoutes.has(route) && hiddenRoutes.has(String(route))
}

function unknownMiddleware({middleware}: ContentDocument & GuardedPage): string[] {
  return Array.isArray(middleware) ? middleware.filter((name) => !pageMiddleware.has(name)) : []
}
