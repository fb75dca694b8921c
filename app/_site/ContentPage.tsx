import {stegaClean} from '@sanity/client/stega'
import {draftMode} from 'next/headers'
import type {ComponentType} from 'react'
import type {PageParts} from '@/components/blocks/context'
import {Freshness} from '@/components/notices/Freshness'
import {PageView} from '@/components/PageView'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {productOf, type Route} from '@/lib/routes'
import {payloadPath, withBasePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {loadPage} from '@/sanity/content'
import type {PageData, SiteData} from '@/sanity/content.types'
import {localize} from '@/sanity/localize'
import {describePage} from './describePage'
import {FirstImage} from './FirstImage'
import {StructuredData} from './StructuredData'

export interface LeadProps {
  page: PageData
  site: SiteData
  locale: Locale
  /** The version of what the page shows. */
  version: string
}

interface ContentPageProps {
  locale: Locale
  route: Route
  /** What this page has of its own between its head and its blocks. */
  Lead?: ComponentType<LeadProps>
  parts?: PageParts
  /** What of the page's own runs in the browser and draws nothing. */
  Behaviour?: ComponentType<{locale: Locale}>
}

/** A page of the site in a language: loaded, put into that language, shown, and described for machines. */
export async function ContentPage({locale, route, Lead, parts, Behaviour}: ContentPageProps) {
  const loaded = await loadPage(route)
  const page = localize(loaded.page, locale)
  const site = localize(loaded.site, locale)
  const words = translator(locale, 'notices')
  // An editor's preview follows every keystroke anyway.
  const {isEnabled: isDraft} = await draftMode()
  return (
    <>
      <FirstImage mark={productOf(route) ?? 'site'} />
      <PageView
        page={page}
        site={site}
        locale={locale}
        parts={parts}
        behaviour={Behaviour && <Behaviour locale={locale} />}
        live={isDraft}
        lead={Lead && <Lead page={page} site={site} locale={locale} version={loaded.version} />}
      />
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
