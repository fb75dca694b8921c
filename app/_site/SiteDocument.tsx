import type {Metadata, Viewport} from 'next'
import {draftMode} from 'next/headers'
import type {ReactNode} from 'react'
import {announcementId, pageId} from '@/browser/page'
import siteScript from '@/browser/site.bundle'
import {Notice, Notices} from '@/components/notices/Notices'
import {translator} from '@/i18n/translator'
import {type Locale, languageTags} from '@/lib/locales'
import {type PageMode, pageModeName} from '@/lib/pageMode'
import {withBasePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {DraftTools} from './DraftTools'

/** Metadata of all pages; each page adds its own. */
export const siteMetadata: Metadata = {
  metadataBase: new URL(source.siteUrl),
  icons: {icon: withBasePath('/icon.svg')},
  formatDetection: {telephone: false},
}

/** `cover` extends to the screen's edges; margins respect the safe areas. */
export const siteViewport: Viewport = {
  viewportFit: 'cover',
  themeColor: [
    {media: '(prefers-color-scheme: light)', color: '#fbfaf5'},
    {media: '(prefers-color-scheme: dark)', color: '#0b1322'},
  ],
}

/** The document of a language, rendered by both root layouts. */
export async function SiteDocument({locale, children}: {locale: Locale; children: ReactNode}) {
  const {isEnabled} = await draftMode()
  const words = translator(locale, 'notices')
  const draftWords = translator(locale, 'draft')
  return (
    <html lang={languageTags[locale]}>
      <body>
        <script type="module" async src={siteScript} />
        {/* The module may give it its state before a whole page is hydrated. */}
        <div className="progress-bar" aria-hidden="true" suppressHydrationWarning />
        <p id={announcementId} role="status" />
        <div id={pageId}>
          {children}
          <Notices about="connection">
            <Notice name="offline" text={words('offline')} />
            <Notice name="online" text={words('online')} />
            <Notice name="waiting" text={words('waiting')} button={words('retry')} />
          </Notices>
        </div>
        {isEnabled && (
          <DraftTools
            events={withBasePath('/api/draft-mode/events')}
            perspective={withBasePath('/api/draft-mode/perspective')}
            notice={draftWords('notice')}
            leave={draftWords('leave')}
            action={withBasePath('/api/draft-mode/disable')}
          />
        )}
      </body>
    </html>
  )
}

/** Marks how a page runs in the browser. In development every page needs Next's scripts, which reload it after an edit. */
export async function PageModeMark() {
  const {isEnabled} = await draftMode()
  const isLight = process.env.NODE_ENV === 'production'
  const mode: PageMode | undefined = isEnabled ? 'draft' : isLight ? 'light' : undefined
  return mode && <meta name={pageModeName} content={mode} />
}
