import type {MetadataRoute} from 'next'
import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {absoluteUrl, languageAlternates} from '@/lib/urls'
import {source} from '@/sanity/client'
import {loadPageDates} from '@/sanity/content'

export const revalidate = 3600

/** All 100 URLs, each with its translations and the date on which its document last changed. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const dates = await loadPageDates()
  return routes.flatMap((route) =>
    locales.map((locale) => ({
      url: absoluteUrl(source.siteUrl, locale, route),
      lastModified: dates.get(route),
      alternates: {languages: languageAlternates(source.siteUrl, route)},
    })),
  )
}
