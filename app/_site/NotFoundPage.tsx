import type {Metadata} from 'next'
import {NotFoundView} from '@/components/NotFoundView'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {loadSite} from '@/sanity/content'
import {localize} from '@/sanity/presentContent'
import {PageModeMark} from './SiteDocument'

export function notFoundMetadata(locale: Locale): Metadata {
  return {title: translator(locale, 'notFound')('title'), robots: {index: false}}
}

/** A static page like any other, with the site's header and footer. */
export async function NotFoundPage({locale}: {locale: Locale}) {
  return (
    <>
      <PageModeMark />
      <NotFoundView locale={locale} site={localize(await loadSite(), locale)} />
    </>
  )
}
