import Negotiator from 'negotiator'
import {isLocale, type Locale, locales} from '../../lib/locales.ts'
import {parsePayloadPath, searchIndexPath} from '../../lib/urls.ts'
import {isPartPath} from './publishedParts.ts'

export interface RequestFacts {
  /** Below the base path: `/`, `/nope`, `/en/nope`. */
  path: string
  /** The value of the language cookie. */
  cookie: string | undefined
  acceptLanguage: string | null
  /** `Sec-Fetch-Site`: `same-origin` when the visitor comes from a page of this site. */
  fetchSite: string | null
}

export type Decision =
  | {kind: 'home'; remember?: Locale}
  | {kind: 'redirectToEnglish'; remember: Locale}
  | {kind: 'notFound'; locale: Locale}
  | {kind: 'noPayload'; path: string}
  | {kind: 'knownPayload'}
  | {kind: 'part'; otherwise: Decision}

/** Payloads that belong to no page. */
const wholeLists: ReadonlySet<string> = new Set([
  '/payloads/manifest.json',
  '/payloads/scenarios.json',
  ...locales.map(searchIndexPath),
])
/** How much of an unknown path a response repeats, in characters. */
const longestPath = 200

/**
 * Routes a request that reaches the proxy: the root path, an unknown path, a part of the demo, which exists only while it
 * is published, or a payload that the visitor has a copy of. At the root, the visitor's earlier choice beats the
 * browser's languages, and a link within the site beats both.
 */
export function decideRequest({path, cookie, acceptLanguage, fetchSite}: RequestFacts): Decision {
  if (path.startsWith('/payloads/')) {
    const known = wholeLists.has(path) || parsePayloadPath(path.slice('/payloads/'.length))
    if (known) return {kind: 'knownPayload'}
    const absent = absentPayload(path)
    return isPartPath(path) ? {kind: 'part', otherwise: absent} : absent
  }
  if (path !== '/') return {kind: 'notFound', locale: path === '/en' || path.startsWith('/en/') ? 'en' : 'zh'}
  if (fetchSite === 'same-origin') return {kind: 'home'}
  const chosen = isLocale(cookie) ? cookie : undefined
  const locale = chosen ?? preferredLocale(acceptLanguage)
  if (locale === 'en') return {kind: 'redirectToEnglish', remember: 'en'}
  return locale && !chosen ? {kind: 'home', remember: locale} : {kind: 'home'}
}

/** Articles get the not-found page; data such as `/payloads/en/nope.json` gets an error that names `/en/nope`. */
function absentPayload(path: string): Decision {
  const [, locale] = /^\/payloads\/articles\/(zh|en)\//.exec(path) ?? []
  if (isLocale(locale)) return {kind: 'notFound', locale}
  return {
    kind: 'noPayload',
    path: path
      .slice('/payloads'.length)
      .replace(/\.json$/, '')
      .slice(0, longestPath),
  }
}

/** A map: every object has a property `constructor`, which a browser may name as its language. */
const localeOfName: ReadonlyMap<string, Locale> = new Map([
  ['zh', 'zh'],
  ['chinese', 'zh'],
  ['en', 'en'],
  ['english', 'en'],
])

/** First of the site's languages in an Accept-Language header: `en-US,zh;q=0.8` → `en`. */
export function preferredLocale(acceptLanguage: string | null): Locale | undefined {
  return new Negotiator({headers: {'accept-language': acceptLanguage ?? ''}})
    .languages()
    .map((tag) => localeOfName.get(tag.toLowerCase().split(/[-_]/, 1).join()))
    .find((locale) => locale !== undefined)
}
