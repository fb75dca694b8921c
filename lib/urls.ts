/**
 * The only builder of the site's URLs. Next applies the base path to `<Link>`, redirects and its own chunks, and to
 * nothing else: canonical links, images, forms and responses made by hand get theirs here.
 */
import {basePath} from './constants.ts'
import {defaultLocale, type Locale, languageTags, locales} from './locales.ts'
import {isRoute, type ProductName, type Route, routeSegments, routes} from './routes.ts'

export {basePath}

/** Below the base path, as `<Link href>` wants it: `/about`, `/en/about`, `/en`. */
export function localePath(locale: Locale, route: Route): `/${string}` {
  if (locale === defaultLocale) return route
  return route === '/' ? `/${locale}` : `/${locale}${route}`
}

/** From the root of the host: `/h5/en/about`, `/h5` for the Chinese home page. */
export function sitePath(locale: Locale, route: Route): string {
  return withBasePath(localePath(locale, route))
}

/** The path of a request's URL, or of a path with query and fragment. */
export function pathOf(url = ''): string {
  return url.split(/[?#]/, 1).join()
}

/** With scheme and host: `https://example.com/h5/en/about`. */
export function absoluteUrl(siteUrl: string, locale: Locale, route: Route): string {
  return new URL(sitePath(locale, route), siteUrl).href
}

/** Any path of ours from the root of the host: files of `public/`, API routes, form actions. */
export function withBasePath(path: `/${string}`): string {
  return path === '/' ? basePath : `${basePath}${path}`
}

/** With scheme and host, for a file or an API route. */
export function absoluteFile(siteUrl: string, path: `/${string}`): string {
  return new URL(withBasePath(path), siteUrl).href
}

/** The payload of a page, below the base path: `/payloads/about.json`, `/payloads/en/index.json`. */
export function payloadPath(locale: Locale, route: Route): `/${string}` {
  return `/payloads/${fileName(locale, route)}.json`
}

/** Reads a payload's path below `/payloads/` back: `en/about.json` → English, `/about`. */
export function parsePayloadPath(path: string): {locale: Locale; route: Route} | undefined {
  return locales
    .flatMap((locale) => routes.map((route) => ({locale, route})))
    .find(({locale, route}) => payloadPath(locale, route) === `/payloads/${path}`)
}

/**
 * A scenario of the demo as data, below the base path: `/payloads/scenarios/lims.json`,
 * `/payloads/scenarios/en/lims.json`.
 */
export function scenarioPath(locale: Locale, anchor: string): `/${string}` {
  return locale === defaultLocale
    ? `/payloads/scenarios/${anchor}.json`
    : `/payloads/scenarios/${locale}/${anchor}.json`
}

/**
 * A scenario as an article, for those who read without JavaScript, below the base path: `/payloads/articles/zh/lims`.
 */
export function articlePath(locale: Locale, anchor: string): `/${string}` {
  return `/payloads/articles/${locale}/${anchor}`
}

/**
 * The contact page for a visitor who comes from somewhere in particular: from a page (`/h5/contact?from=/lims`) or from
 * a scenario of the demo (`/h5/contact?from=demo-lims`).
 */
export function contactPath(locale: Locale, from: Route | `demo-${string}`): string {
  return `${sitePath(locale, '/contact')}?from=${encodeURI(from)}`
}

/**
 * The picture with which a page is shared, below the base path: `/shareImages/about.png`, `/shareImages/en/index.png`.
 */
export function shareImagePath(locale: Locale, route: Route): `/${string}` {
  return `/shareImages/${fileName(locale, route)}.png`
}

/** A page as Markdown, below the base path: `/about.md`, `/en/index.md`. */
export function markdownPath(locale: Locale, route: Route): `/${string}` {
  return `/${fileName(locale, route)}.md`
}

/** The list of all pages for language models (llmstxt.org), below the base path: `/llms.txt`, `/en/llms.txt`. */
export function llmsPath(locale: Locale): `/${string}` {
  return locale === defaultLocale ? '/llms.txt' : `/${locale}/llms.txt`
}

/** Path of the search index below the base path: `/payloads/search/zh.json`. */
export function searchIndexPath(locale: Locale): `/${string}` {
  return `/payloads/search/${locale}.json`
}

/** The site's mark as a square picture, in the hue of a product: `/shareImages/marks/lims.png`. */
export function markPath(mark: Mark): `/${string}` {
  return `/shareImages/marks/${mark}.png`
}

export type Mark = ProductName | 'site'

/** Returns the base name of a page's files: `about`, `en/limsPages/entrust`, `index` for the home page. */
function fileName(locale: Locale, route: Route): string {
  const name = routeSegments(route).join('/') || 'index'
  return locale === defaultLocale ? name : `${locale}/${name}`
}

/** Each language's absolute URL of a route, plus `x-default`: what hreflang and the sitemap list. */
export function languageAlternates(siteUrl: string, route: Route): Record<string, string> {
  const entries = locales.map((locale) => [languageTags[locale], absoluteUrl(siteUrl, locale, route)] as const)
  return Object.fromEntries([...entries, ['x-default', absoluteUrl(siteUrl, defaultLocale, route)]])
}

/** Reads a path below the base path back: `/en/about` → English, `/about`. Undefined when the site has no such page. */
export function parseLocalePath(path: string): {locale: Locale; route: Route} | undefined {
  if (path === '/en') return {locale: 'en', route: '/'}
  const english = path.startsWith('/en/')
  const route = english ? path.slice('/en'.length) : path
  if (!isRoute(route) || (english && route === '/')) return undefined
  return {locale: english ? 'en' : 'zh', route}
}

/** Returns the absolute URL of an image of the content API, or of a part of it, served from the site's own origin. */
export function siteImageUrl(siteUrl: string, source: string, width: PictureWidth, part?: PicturePart): string {
  return new URL(sitePicture(source, width, part), siteUrl).href
}

/**
 * Returns the same as a path, cropped to `part`. The only form of these URLs: `server/http/pictureGuard.ts` refuses any
 * other. Not `getImageProps` of next/image: outside a build it does not know the settings, and as `src` it takes the
 * widest picture.
 */
export function sitePicture(source: string, width: PictureWidth, part?: PicturePart): string {
  const cut = part ? `rect=${part.left},${part.top},${part.width},${part.height}&` : ''
  // One image of the content API, as wide as the widest on a page, serves all widths.
  const url = `${source}?${cut}w=${pictureWidths.at(-1)}&fit=max`
  const query = new URLSearchParams({url, w: String(width), q: String(pictureQuality)})
  return `${withBasePath(picturePath)}?${query}`
}

export const picturePath = '/_next/image'
export const pictureWidths = [640, 1200, 1920] as const
export const pictureQuality = 75

type PictureWidth = (typeof pictureWidths)[number]

/** In pixels of the original. */
export interface PicturePart {
  left: number
  top: number
  width: number
  height: number
}
