import type {DocumentLocation} from 'sanity/presentation'
import {locales} from '../../lib/locales.ts'
import {isRoute} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'

/** What the queries of locations select of a page. */
export interface LocatedPage {
  route?: string
  title?: {zh?: string; en?: string}
}

/** Where a page is to be seen: its Chinese and its English URL, each under its own title. */
export function pageLocations({route, title}: LocatedPage): DocumentLocation[] {
  if (route === undefined || !isRoute(route)) return []
  return locales.map((locale) => ({
    title: `${title?.[locale] || title?.zh || route}${locale === 'en' ? ' (English)' : ''}`,
    href: sitePath(locale, route),
  }))
}
