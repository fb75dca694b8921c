import {basePath} from '../../lib/constants.ts'
import type {Locale} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {parseLocalePath} from '../../lib/urls.ts'

/**
 * Returns the path of a URL or path in the preview; undefined if it is none. The first one begins draft mode and names the page
 * that it leads to: `/h5/api/draft-mode/enable?sanity-preview-pathname=/h5/en/lims`.
 */
export function previewPath(preview: string): string | undefined {
  const url = URL.parse(preview, base)
  const first = url?.searchParams.get('sanity-preview-pathname')
  return (typeof first === 'string' ? URL.parse(first, base) : url)?.pathname
}

/** For paths, which are parsed as URLs. */
const base = 'http://preview.invalid'

/** Returns the page of a URL or path in the preview; undefined if it is not a page of the site. */
export function parsePreviewUrl(preview: string | undefined): {locale: Locale; route: Route} | undefined {
  const path = preview === undefined ? undefined : previewPath(preview)
  if (path !== basePath && !path?.startsWith(`${basePath}/`)) return undefined
  return parseLocalePath(path.slice(basePath.length) || '/')
}
