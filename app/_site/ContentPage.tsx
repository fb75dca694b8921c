import {stegaClean} from '@sanity/client/stega'
import {draftMode} from 'next/headers'
import {Freshness} from '@/components/notices/Freshness'
import {PageView} from '@/components/PageView'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {productOf, type Route} from '@/lib/routes'
import {payloadPath, withBasePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {loadPage} from '@/sanity/content'
import {localize} from '@/sanity/localize'
import {describePage} from './describePage'
import {FirstImage} from './FirstImage'
import {StructuredData} from './StructuredData'

/** A page of the site in a language: loaded, put into that language, shown, and described for machines. */
export async function ContentPage({locale, route}: {locale: Locale; route: Route}) {
  const loaded = await loadPage(route)
  const page = localize(loaded.page, locale)
  const site = localize(loaded.site, locale)
  const words = translator(locale, 'notices')
  // An editor's preview follows every keystroke anyway.
  const {isEnabled: isDraft} = await draftMode()
  return (
    <>
      <FirstImage mark={productOf(route) ?? 'site'} />
      <PageView page={page} site={site} locale={locale} />
      {!isDraft && (
        <Freshness
          payload={withBasePath(payloadPath(locale, route))}
          version={loaded.version}
          words={{
            changed: words('changed'),
            show: words('show'),
            updating: words('updating'),
            failed: words('failed'),
            retry: words('retry'),
          }}
        />
      )}
      <StructuredData data={describePage({...stegaClean({page, site}), locale, siteUrl: source.siteUrl})} />
    </>
  )
}
