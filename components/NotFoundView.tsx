// With the styles of every other page: as one file they compress a fifth better.
import './PageView'
import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {SiteData} from '@/sanity/presentContent'
import {SearchLink} from './site/SearchLink'
import {SiteFrame} from './site/SiteFrame'
import {ErrorCard} from './ui/ErrorCard'
import {Phrases} from './ui/Phrases'

/** The 404 page, within the site's frame. */
export function NotFoundView({locale, site}: {locale: Locale; site?: SiteData | undefined}) {
  const words = translator(locale, 'notFound')
  return (
    <SiteFrame locale={locale} site={site}>
      <ErrorCard status={404} title={words('title')} advice={<Phrases>{words('advice')}</Phrases>}>
        <Link to="/" locale={locale}>
          {words('backHome')}
        </Link>
        <SearchLink locale={locale}>{words('search')}</SearchLink>
        <Link to="/contact" locale={locale}>
          {words('ask')}
        </Link>
      </ErrorCard>
    </SiteFrame>
  )
}
