import type {GuardedPage} from '../../lib/visibility.ts'
import {pageMiddleware} from '../../lib/visibility.ts'
import type {ContentDocument} from './ContentDocument.ts'
import {claimFindings} from './claimFindings.ts'
import {collisions} from './collisions.ts'
import type {CheckName, Finding, Severity} from './Finding.ts'
import {linkProblems} from './linkProblems.ts'
import {missingAlternatives} from './missingAlternatives.ts'
import {missingChinese, missingEnglish} from './missingEnglish.ts'
import {placeholdersLeft} from './placeholdersLeft.ts'
import {brokenReferences} from './referencesIn.ts'
import {missingBlocks} from './requiredBlocks.ts'
import type {World} from './World.ts'

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
