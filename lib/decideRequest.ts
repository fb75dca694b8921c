import {isLocale, type Locale} from './locales.ts'
import {preferredLocale} from './preferredLocale.ts'
import {parsePayloadPath} from './urls.ts'

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

/**
 * What becomes of a request that reaches the proxy: the root path, a path that the site does not have, or a payload that
 * the visitor holds a copy of.
 * A choice made before beats the browser's languages, and a visitor who follows a link of the site gets what the link says.
 */
export function decideRequest({path, cookie, acceptLanguage, fetchSite}: RequestFacts): Decision {
  if (path.startsWith('/payloads/')) {
    const known = path === '/payloads/manifest.json' || parsePayloadPath(path.slice('/payloads/'.length))
    return known ? {kind: 'knownPayload'} : {kind: 'noPayload', path: payloadTarget(path)}
  }
  if (path !== '/') return {kind: 'notFound', locale: path === '/en' || path.startsWith('/en/') ? 'en' : 'zh'}
  if (fetchSite === 'same-origin') return {kind: 'home'}
  const chosen = isLocale(cookie) ? cookie : undefined
  const locale = chosen ?? preferredLocale(acceptLanguage)
  if (locale === 'en') return {kind: 'redirectToEnglish', remember: 'en'}
  return locale && !chosen ? {kind: 'home', remember: locale} : {kind: 'home'}
}

/** `/payloads/en/nope.json` → `/en/nope` */
function payloadTarget(path: string): string {
  return path.slice('/payloads'.length).replace(/\.json$/, '')
}
