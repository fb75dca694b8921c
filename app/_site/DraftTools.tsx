import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {withBasePath} from '@/lib/urls'
import {LazyDraftOverlay} from './LazyDraftOverlay'

/** What an editor gets on top of a page: click-to-edit, the page following each keystroke, and a way out. */
export function DraftTools({locale}: {locale: Locale}) {
  const words = translator(locale, 'draft')
  return (
    <LazyDraftOverlay
      events={withBasePath('/api/draft-mode/events')}
      notice={words('notice')}
      leave={words('leave')}
      action={withBasePath('/api/draft-mode/disable')}
    />
  )
}
