// With the styles of every other page, so that all have them in one file, which compresses a fifth better.
import './PageView'
import type {Locale} from '@/lib/locales'
import type {SiteData} from '@/sanity/content.types'
import {NotFoundPlate} from './NotFoundPlate'
import {SiteFrame} from './site/SiteFrame'

/** What an unknown address answers, within the site's frame. */
export function NotFoundView({locale, site}: {locale: Locale; site?: SiteData | undefined}) {
  return (
    <SiteFrame locale={locale} site={site}>
      <NotFoundPlate locale={locale} />
    </SiteFrame>
  )
}
