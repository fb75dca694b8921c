import type {MetadataRoute} from 'next'
import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {absoluteUrl, languageAlternates} from '@/lib/urls'
import {source} from '@/sanity/client'
import {loadPageDates} from '@/sanity/content'

export const revalidate = 3600

/** All indexable URLs with their translations and last modification. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const dates = await loadPageDates()
  return routes
    .filter((route) => dates.get(route)?.noindex === false)
    .flatMap((route) =>
      locales.map((locale) => ({
        url: absoluteUrl(source.siteUrl, locale, route),
        lastModified: dates.get(route)?.modified,
        alternates: {languages: languageAlternates(source.siteUrl, route)},
      })),
    )
}
