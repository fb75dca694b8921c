import type {Locale} from '../../lib/locales.ts'
import {locales} from '../../lib/locales.ts'
import {type Route, routes} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'

/** The site's 100 pages. */
export const pages: {locale: Locale; route: Route; path: string}[] = routes.flatMap((route) =>
  locales.map((locale) => ({locale, route, path: sitePath(locale, route)})),
)

const paths = new Set(pages.map(({path}) => path))

/** Is this the URL of one of the pages? */
export const isPage = ({pathname}: URL): boolean => paths.has(pathname)

/** Returns the text of the first element of this name, without markup, with plain spaces. */
export function textOf(html: string, element: string): string {
  const match = new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`).exec(html)
  return (match?.[1] ?? '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('\u00a0', ' ')
    .trim()
}

/** HTML without the places where lines may break or not, so that a text in it can be found whole. */
export const withoutBreaks = (html: string): string =>
  html
    .replace(/<wbr\s*\/?>/g, '')
    .replace(/<span data-part="clause">(.*?)<\/span>/g, '$1')
    .replaceAll('\u00a0', ' ')

/** Returns the content version in a page's head. */
export function contentVersion(html: string): string | undefined {
  return /<meta name="content-version" content="([^"]+)"/.exec(html)?.[1]
}
