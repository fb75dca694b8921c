import {basePath} from '../../lib/constants.ts'
import type {Locale} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {parseLocalePath} from '../../lib/urls.ts'

/** The page of the site that the preview shows, by its address: a whole URL or a path. */
export function previewedPage(preview: string | undefined): {locale: Locale; route: Route} | undefined {
  if (preview === undefined) return undefined
  const {pathname} = new URL(preview, 'http://preview.invalid')
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return undefined
  return parseLocalePath(pathname.slice(basePath.length) || '/')
}
