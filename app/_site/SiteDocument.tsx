import type {Metadata, Viewport} from 'next'
import {draftMode} from 'next/headers'
import type {ReactNode} from 'react'
import {LinkBehaviour} from '@/components/navigation/LinkBehaviour'
import {ProgressBar} from '@/components/navigation/ProgressBar'
import {OnlineNotice} from '@/components/notices/OnlineNotice'
import {translator} from '@/i18n/translator'
import {type Locale, languageTags} from '@/lib/locales'
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
        <ProgressBar />
        <LinkBehaviour />
        {children}
        <OnlineNotice
          words={{offline: words('offline'), online: words('online'), waiting: words('waiting'), retry: words('retry')}}
        />
        {isEnabled && (
          <DraftTools
            events={withBasePath('/api/draft-mode/events')}
            notice={draftWords('notice')}
            leave={draftWords('leave')}
            action={withBasePath('/api/draft-mode/disable')}
          />
        )}
      </body>
    </html>
  )
}
