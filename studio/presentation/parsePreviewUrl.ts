import {basePath} from '../../lib/constants.ts'
import type {Locale} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {parseLocalePath} from '../../lib/urls.ts'

/** Returns the page of a URL or path in the preview; undefined if it is not a page of the site. */
export function parsePreviewUrl(preview: string | undefined): {locale: Locale; route: Route} | undefined {
  if (preview === undefined) return undefined
  const {pathname} = new URL(preview, 'http://preview.invalid')
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return undefined
  return parseLocalePath(pathname.slice(basePath.length) || '/')
}
