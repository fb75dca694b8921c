import {stegaClean} from '@sanity/client/stega'
import type {Metadata} from 'next'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import {absoluteUrl, languageAlternates, siteImageUrl} from '@/lib/urls'
import {source} from '@/sanity/client'
import {loadPage} from '@/sanity/content'
import {localize} from '@/sanity/localize'

const openGraphLocale = {zh: 'zh_CN', en: 'en_GB'} as const satisfies Record<Locale, string>

/** What a page's head says of it. Draft mode's invisible characters stay out: they are for text that is shown. */
export async function pageMetadata(locale: Locale, route: Route): Promise<Metadata> {
  const loaded = stegaClean(await loadPage(route))
  const page = localize(loaded.page, locale)
  const siteName = localize(loaded.site, locale).settings?.siteName
  const title = page.seo?.title ?? [page.title, siteName].filter(Boolean).join(locale === 'zh' ? '｜' : ' | ')
  const description = page.seo?.description ?? page.description
  const url = absoluteUrl(source.siteUrl, locale, route)
  const image = page.seo?.image
  return {
    title,
    description,
    alternates: {canonical: url, languages: languageAlternates(source.siteUrl, route)},
    robots: page.seo?.noindex ? {index: false, follow: true} : undefined,
    openGraph: {
      type: 'website',
      title: page.seo?.title ?? page.title,
      description,
      url,
      siteName,
      locale: openGraphLocale[locale],
      images: image?.asset?.url
        ? [{url: siteImageUrl(source.siteUrl, image.asset.url, 1200), alt: image.alt ?? undefined}]
        : undefined,
    },
    other: {'content-version': loaded.version},
  }
}
