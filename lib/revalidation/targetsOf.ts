import {locales} from '../locales.ts'
import type {Route} from '../routes.ts'
import {payloadPath, sitePath, withBasePath} from '../urls.ts'
import type {Target} from './verifyPages.ts'

/** Every URL that shows one of these routes, pages before payloads: visitors ask for pages. */
export function targetsOf(routes: readonly Route[], origin: string): Target[] {
  const pages = routes.flatMap((route) => locales.map((locale) => ({route, url: origin + sitePath(locale, route)})))
  const payloads = routes.flatMap((route) =>
    locales.map((locale) => ({route, url: origin + withBasePath(payloadPath(locale, route))})),
  )
  return [...pages, ...payloads]
}
