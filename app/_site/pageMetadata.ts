import {stegaClean} from '@sanity/client/stega'
import type {Metadata} from 'next'
import {draftMode} from 'next/headers'
import {shareImageSize} from '@/components/shareImage/ShareImage'
import {headTitle} from '@/lib/headTitle'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import {absoluteFile, absoluteUrl, languageAlternates, shareImagePath, siteImageUrl} from '@/lib/urls'
import {source} from '@/sanity/client'
import {loadPage} from '@/sanity/content'
import type {PageData} from '@/sanity/content.types'
import {localize} from '@/sanity/localize'

const openGraphLocale = {zh: 'zh_CN', en: 'en_GB'} as const satisfies Record<Locale, string>

/** What a page's head says of it. Draft mode's invisible characters stay out: they are for text that is shown. */
export async function pageMetadata(locale: Locale, route: Route): Promise<Metadata> {
  const loaded = stegaClean(await loadPage(route))
  const page = localize(loaded.page, locale)
  const siteName = localize(loaded.site, locale).settings?.siteName
  const title = page.seo?.title ?? headTitle(page.title, siteName, locale)
  const description = page.seo?.description ?? page.description
  const url = absoluteUrl(source.siteUrl, locale, route)
  const {isEnabled: isDraft} = await draftMode()
  return {
    title,
    description,
    alternates: {canonical: url, languages: languageAlternates(source.siteUrl, route)},
    robots: page.seo?.noindex || isDraft ? {index: false, follow: true} : undefined,
    openGraph: {
      type: 'website',
      title: page.seo?.title ?? page.title,
      description,
      url,
      siteName,
      locale: openGraphLocale[locale],
      images: [sharingImage(page, locale, loaded.version)],
    },
    // Given a `twitter` entry, Next would repeat there what stands above, which every reader of it falls back to.
    twitter: null,
    other: {'content-version': loaded.version, 'twitter:card': 'summary_large_image'},
  }
}

/** The editor's picture, or the one that is drawn from the page. Its address changes with the content: chats keep pictures. */
function sharingImage({seo, route, title}: PageData, locale: Locale, version: string) {
  const image = seo?.image
  if (image?.asset?.url) return {url: siteImageUrl(source.siteUrl, image.asset.url, 1200), alt: image.alt ?? undefined}
  const url = `${absoluteFile(source.siteUrl, shareImagePath(locale, route))}?v=${version}`
  return {url, ...shareImageSize, type: 'image/png', alt: title}
}
