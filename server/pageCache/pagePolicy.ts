import type {IncrementalCachedAppPageValue, IncrementalCacheValue} from 'next/dist/server/response-cache/types.js'
import {policyOfPage, stripNonces} from '../http/contentSecurityPolicy.ts'

type Stored = IncrementalCacheValue | null

const header = 'content-security-policy'

/** Policies of pages that have been served before, so that each page is hashed once. */
const known = new WeakMap<object, string>()

/** A stored page with its policy among the headers that Next sends with it; anything else as it is. */
export function withPolicy(stored: Stored): Stored {
  if (!isPage(stored)) return stored
  const html = stripNonces(stored.html)
  const policy = known.get(stored) ?? policyOfPage(html)
  known.set(stored, policy)
  return {...stored, html, headers: {...stored.headers, [header]: policy}}
}

/** A page as it is kept: without a policy, and without the nonces of the request that renewed it. */
export function withoutPolicy(stored: Stored): Stored {
  if (!isPage(stored)) return stored
  const {[header]: _, ...headers} = stored.headers ?? {}
  return {...stored, html: stripNonces(stored.html), headers}
}

function isPage(stored: Stored): stored is IncrementalCachedAppPageValue {
  return stored !== null && 'html' in stored && 'rscData' in stored && typeof stored.html === 'string'
}
