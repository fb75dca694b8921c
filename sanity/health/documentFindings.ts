import {isRoute, products, type Route} from '../../lib/routes.ts'
import {type GuardedPage, pageMiddleware} from '../../lib/visibility.ts'
import type {BlockName} from '../blocks/index.ts'
import {isExpired, placeholdersLeft, sentenceProblems, strayTokens, typedClaims, unprovenFields} from './claims.ts'
import {collisions} from './collisions.ts'
import {brokenReferences, type ContentDocument, isObject, objectsIn, referencesIn} from './documents.ts'
import type {CheckName, Finding, Severity} from './Finding.ts'
import {missingAlternatives, missingChinese, missingEnglish} from './languages.ts'
import type {World} from './World.ts'

/** A link that leads nowhere, or to a page that visitors cannot see. */
interface LinkProblem {
  path: string
  target: string
  problem: 'unknownRoute' | 'hiddenRoute' | 'malformed'
}

/** The links of a document that are wrong in themselves. Nothing is asked of the network. */
export function linkProblems(document: ContentDocument, hidden: ReadonlySet<string>): LinkProblem[] {
  return objectsIn(document).flatMap(({path, value}): LinkProblem[] => {
    const {route, href} = value
    const at = (field: string) => (path ? `${path}.${field}` : field)
    // A page's own route is its identity and no link.
    if (typeof route === 'string' && path !== '') {
      if (!isRoute(route)) return [{path: at('route'), target: route, problem: 'unknownRoute'}]
      return hidden.has(route) ? [{path: at('route'), target: route, problem: 'hiddenRoute'}] : []
    }
    if (typeof route === 'string' && document._type !== 'page' && !isRoute(route)) {
      return [{path: at('route'), target: route, problem: 'unknownRoute'}]
    }
    if (value._type === 'externalLink' && !isSound(href)) {
      return [{path: at('href'), target: typeof href === 'string' ? href : '', problem: 'malformed'}]
    }
    return []
  })
}

/** Whole, with a host that has a dot, or a mail address; no placeholder host such as `https://`. */
function isSound(href: unknown): boolean {
  if (typeof href !== 'string' || !URL.canParse(href)) return false
  const {protocol, hostname, pathname} = new URL(href)
  if (protocol === 'mailto:') return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(decodeURIComponent(pathname))
  return (protocol === 'https:' || protocol === 'http:') && /^[^.\s]+(\.[^.\s]+)+$/.test(hostname)
}

/**
 * The blocks without which a page does not do what it is there for: a product's page presents the modules that have no
 * page of their own, the contact page says how to reach us, the home page leads to the products.
 */
function requiredBlocks(route: Route): BlockName[] {
  if (route === '/') return ['productGrid']
  if (route === '/contact') return ['contactDetails']
  return products.some((name) => route === `/${name}`) ? ['moduleMap'] : []
}

/** The blocks that a page lacks: `block` where it has none at all. */
export function missingBlocks(page: ContentDocument): (BlockName | 'block')[] {
  const {route, blocks} = page
  if (!Array.isArray(blocks) || blocks.length === 0) return ['block']
  if (typeof route !== 'string' || !isRoute(route)) return []
  const present = new Set(blocks.map((block: unknown) => (isObject(block) ? block._type : undefined)))
  return requiredBlocks(route).filter((name) => !present.has(name))
}

/** Findings on a claim's evidence and sentences, and on the claims that a document quotes or repeats by hand. */
function claimFindings(document: ContentDocument, world: World): Finding[] {
  const own = document._type === 'claim' ? [...evidenceOf(document, world), ...sentencesOf(document)] : []
  return [...own, ...quotedBy(document, world), ...repeatedBy(document, world), ...misplacedIn(document)]
}

function evidenceOf(claim: ContentDocument, {today}: World): Finding[] {
  const document = {id: claim._id, type: claim._type}
  const {reviewDate, expiryDate} = claim
  const findings: Finding[] = unprovenFields(claim).map((field) => ({
    ...{check: 'claimUnproven', document, path: field, detail: field},
    // A placeholder is known to be missing and is counted; nothing at all has slipped through.
    severity: typeof claim[field] === 'string' && claim[field].trim() !== '' ? 'warning' : 'error',
  }))
  if (isExpired(claim, today)) {
    findings.push({check: 'claimExpired', severity: 'error', document, path: 'expiryDate', detail: String(expiryDate)})
  } else if (typeof reviewDate === 'string' && reviewDate < today) {
    findings.push({check: 'claimReviewDue', severity: 'warning', document, path: 'reviewDate', detail: reviewDate})
  }
  return findings
}

function sentencesOf(claim: ContentDocument): Finding[] {
  const document = {id: claim._id, type: claim._type}
  return sentenceProblems(claim).map(({kind, severity, path, detail}) => ({
    ...{check: kind, severity, document, path, detail},
  }))
}

function repeatedBy(document: ContentDocument, {claims}: World): Finding[] {
  if (document._type === 'claim') return []
  return typedClaims(document, claims).map(({path, words, claim, isEqual}) => ({
    ...{check: isEqual ? 'typedClaim' : 'contradictsClaim', severity: 'warning', path, detail: `${claim} ${words}`},
    document: {id: document._id, type: document._type},
  }))
}

function misplacedIn(document: ContentDocument): Finding[] {
  return strayTokens(document).map(({path, token}) => ({
    ...{check: 'strayToken', severity: 'error', path, detail: token},
    document: {id: document._id, type: document._type},
  }))
}

function quotedBy(document: ContentDocument, {expiredClaims}: World): Finding[] {
  return referencesIn(document)
    .filter(({id}) => expiredClaims.has(id))
    .map(({path, id}) => ({
      ...{check: 'quotesExpiredClaim', severity: 'warning', path, detail: id},
      document: {id: document._id, type: document._type},
    }))
}

const linkChecks = {
  unknownRoute: ['unknownRoute', 'error'],
  hiddenRoute: ['hiddenRoute', 'warning'],
  malformed: ['malformedLink', 'error'],
} as const

/** What is to be said of one document among the others, short of how its blocks turn out on the site. */
export function documentFindings(document: ContentDocument, world: World): Finding[] {
  const about = {id: document._id, type: document._type}
  const found = (check: CheckName, severity: Severity, path?: string, detail?: string): Finding => ({
    ...{check, severity, document: about},
    ...(path === undefined ? {} : {path}),
    ...(detail === undefined ? {} : {detail}),
  })
  return [
    ...brokenReferences(document, world.ids).map(({path, id}) => found('brokenReference', 'error', path, id)),
    ...missingChinese(document).map((path) => found('missingChinese', 'error', path)),
    ...missingEnglish(document).map((path) => found('missingEnglish', 'warning', path)),
    ...missingAlternatives(document).map((path) => found('missingAlternative', 'error', path)),
    ...placeholdersLeft(document)
      .filter((path) => !isEvidence(document, path))
      .map((path) => found('placeholder', 'warning', path)),
    ...linkProblems(document, world.hiddenRoutes).map(({path, target, problem}) => {
      const [check, severity] = linkChecks[problem]
      return found(check, severity, path, target)
    }),
    ...claimFindings(document, world),
    ...collisions(document, world.holders).map(({kind, severity, path, detail}) => found(kind, severity, path, detail)),
    ...(document._type === 'page' ? missingBlocks(document) : []).map((name) =>
      found('missingBlock', 'error', 'blocks', name),
    ),
    ...unknownMiddleware(document).map((name) => found('unknownMiddleware', 'error', 'middleware', name)),
  ]
}

/** A claim without evidence is reported as that. */
function isEvidence({_type}: ContentDocument, path: string): boolean {
  return _type === 'claim' && (path === 'source' || path === 'owner')
}

function unknownMiddleware({middleware}: ContentDocument & GuardedPage): string[] {
  return Array.isArray(middleware) ? middleware.filter((name) => !pageMiddleware.has(name)) : []
}
