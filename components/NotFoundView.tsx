import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {SiteData} from '@/sanity/content.types'
import {SiteFrame} from './site/SiteFrame'
import {ErrorPlate} from './ui/ErrorPlate'

/** What an unknown address answers, within the site's frame. */
export function NotFoundView({locale, site}: {locale: Locale; site?: SiteData | undefined}) {
  const words = translator(locale, 'notFound')
  return (
    <SiteFrame locale={locale} site={site}>
      <ErrorPlate status={404} title={words('title')}>
        <Link route="/" locale={locale}>
          {words('backHome')}
        </Link>
      </ErrorPlate>
    </SiteFrame>
  )
}
