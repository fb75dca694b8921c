import {isLocale, type Locale} from '../../lib/locales.ts'
import {parsePayloadPath} from '../../lib/urls.ts'
import {preferredLocale} from './preferredLocale.ts'
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

/** Payloads that are no page's. */
const wholeLists: ReadonlySet<string> = new Set(['/payloads/manifest.json', '/payloads/scenarios.json'])
/** More of an unknown path is not repeated, in characters. */
const longestPath = 200

/**
 * What becomes of a request that reaches the proxy: the root path, a path that the site does not have, a part of
 * the demo, which is there only while it is published, or a payload that the visitor holds a copy of.
 * A choice made before beats the browser's languages, and a visitor who follows a link of the site gets what the link says.
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

/** Readers of articles get the page for unknown paths; readers of data, as `/payloads/en/nope.json`, are told `/en/nope`. */
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
