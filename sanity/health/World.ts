import type {GuardedPage} from '../../lib/visibility.ts'
import {hiddenPages} from '../../lib/visibility.ts'
import {isExpired, type KnownClaim, knownClaims, todayIn} from './claims.ts'
import {type Holders, holdersOf} from './collisions.ts'
import type {ContentDocument} from './documents.ts'

/** What a document stands among, at one moment. */
export interface World {
  today: string
  ids: ReadonlySet<string>
  /** The routes that visitors cannot see for now. */
  hiddenRoutes: ReadonlySet<string>
  expiredClaims: ReadonlySet<string>
  claims: readonly KnownClaim[]
  holders: Holders
}

/** Looks at all documents once for what each of them is judged by. */
export function worldOf(documents: readonly ContentDocument[], now: Date): World {
  const today = todayIn(now)
  const guarded = documents.filter(isGuardedPage)
  const claims = documents.filter(({_type}) => _type === 'claim')
  return {
    today,
    ids: new Set(documents.map(({_id}) => _id)),
    hiddenRoutes: new Set(hiddenPages(guarded, now.getTime()).map(({route}) => String(route))),
    expiredClaims: new Set(claims.filter((claim) => isExpired(claim, today)).map(({_id}) => _id)),
    claims: knownClaims(claims),
    holders: holdersOf(documents),
  }
}

function isGuardedPage(document: ContentDocument): document is ContentDocument & GuardedPage {
  const {_type, middleware, embargoUntil} = document
  return _type === 'page' && Array.isArray(middleware) && (embargoUntil == null || typeof embargoUntil === 'string')
}
