import type {Metadata} from 'next'
import {draftMode} from 'next/headers'
import type {ReactNode} from 'react'
import {type Locale, languageTags} from '@/lib/locales'
import {withBasePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {DraftTools} from './DraftTools'
import {RememberLanguage} from './RememberLanguage'

/** What all pages of both languages share; each page adds its own. */
export const siteMetadata: Metadata = {
  metadataBase: new URL(source.siteUrl),
  icons: {icon: withBasePath('/icon.svg')},
  formatDetection: {telephone: false},
}

/** The document of a language: the two root layouts differ in nothing else. */
export async function SiteDocument({locale, children}: {locale: Locale; children: ReactNode}) {
  const {isEnabled} = await draftMode()
  return (
    <html lang={languageTags[locale]}>
      <body>
        {children}
        <RememberLanguage />
        {isEnabled && <DraftTools locale={locale} />}
      </body>
    </html>
  )
}
