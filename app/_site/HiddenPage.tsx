import {NotFoundPlate} from '@/components/NotFoundPlate'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'

/**
 * What a known address answers while its page is hidden. Without header and footer, since Next sends it along with every
 * page of the language.
 */
export function HiddenPage({locale}: {locale: Locale}) {
  return (
    <main>
      <title>{translator(locale, 'notFound')('title')}</title>
      <NotFoundPlate locale={locale} />
    </main>
  )
}
