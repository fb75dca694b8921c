import {PageView} from '@/components/PageView'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import {loadPage} from '@/sanity/content'
import {localize} from '@/sanity/localize'

/** A page of the site in a language: loaded, put into that language, shown. */
export async function ContentPage({locale, route}: {locale: Locale; route: Route}) {
  const {page, site} = await loadPage(route)
  return <PageView page={localize(page, locale)} site={localize(site, locale)} locale={locale} />
}
