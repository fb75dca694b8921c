import {locales} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {payloadPath, shareImagePath, sitePath, withBasePath} from '../../lib/urls.ts'
import type {PageStates} from './affectedRoutes.ts'
import type {Target} from './verifyPages.ts'

/** The pages of these routes, in both languages. */
export function pagesOf(routes: readonly Route[], origin: string): Target[] {
  return routes.flatMap((route) => locales.map((locale) => ({route, url: origin + sitePath(locale, route)})))
}

/** Every URL that shows one of these routes, pages before payloads: visitors ask for pages. */
export function targetsOf(routes: readonly Route[], origin: string): Target[] {
  const payloads = routes.flatMap((route) =>
    locales.map((locale) => ({route, url: origin + withBasePath(payloadPath(locale, route))})),
  )
  return [...pagesOf(routes, origin), ...payloads]
}

/** Every other URL that shows a part of one of these routes, such as a scenario of the demo. */
export function partsOf(routes: readonly Route[], origin: string, expected: PageStates): Target[] {
  return routes.flatMap((route) =>
    (expected.get(route)?.parts ?? []).map((path) => ({route, url: origin + withBasePath(path)})),
  )
}

/** Every picture with which one of these routes is shared. */
export function picturesOf(routes: readonly Route[], origin: string): Target[] {
  return routes.flatMap((route) =>
    locales.map((locale) => ({route, url: origin + withBasePath(shareImagePath(locale, route))})),
  )
}
