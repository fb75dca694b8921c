import {type Locale, locales} from '../../lib/locales.ts'
import {isRoute, type Route} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

/** The page whose form was shown last, and the language in which it was edited. */
let edited: {route: Route; locale: Locale} | undefined

/** Remembers a page as its form is shown, with the language of the focused field, if it has one. */
export function rememberEditedPage(route: unknown, focused: unknown): void {
  if (typeof route !== 'string' || !isRoute(route)) return
  const earlier = edited?.route === route ? edited.locale : editorLocale()
  const locale = locales.find((name) => name === focused) ?? earlier
  edited = {route, locale}
}

/** Returns the path that the preview opens first: the page edited last, else the home page. */
export function firstPreviewPath(): string {
  return edited ? sitePath(edited.locale, edited.route) : sitePath(editorLocale(), '/')
}
