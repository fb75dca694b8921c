import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {ErrorPlate} from './ui/ErrorPlate'

/** What is said of a page that the site does not have, for now or ever. */
export function NotFoundPlate({locale}: {locale: Locale}) {
  const words = translator(locale, 'notFound')
  return (
    <ErrorPlate status={404} title={words('title')}>
      <Link route="/" locale={locale}>
        {words('backHome')}
      </Link>
    </ErrorPlate>
  )
}
