import {VisualEditing} from 'next-sanity/visual-editing'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {basePath, withBasePath} from '@/lib/urls'
import {DraftNotice} from './DraftNotice'
import {DraftRefresh} from './DraftRefresh'

/** What an editor gets on top of a page: click-to-edit, the page following each keystroke, and a way out. */
export function DraftTools({locale}: {locale: Locale}) {
  const words = translator(locale, 'draft')
  return (
    <>
      <VisualEditing basePath={basePath} />
      <DraftRefresh events={withBasePath('/api/draft-mode/events')} />
      <DraftNotice notice={words('notice')} leave={words('leave')} action={withBasePath('/api/draft-mode/disable')} />
    </>
  )
}
