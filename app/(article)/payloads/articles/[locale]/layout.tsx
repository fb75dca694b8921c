import type {ReactNode} from 'react'
import {siteMetadata} from '@/app/_site/SiteDocument'
import {isLocale, languageTags} from '@/lib/locales'
import '@/app/globals.css'

export {siteViewport as viewport} from '@/app/_site/SiteDocument'

/** Articles are payloads for reading: not among the site's pages, not in search results. */
export const metadata = {...siteMetadata, robots: {index: false, follow: true}}

interface LayoutProps {
  params: Promise<{locale: string}>
  children: ReactNode
}

export default async function Layout({params, children}: LayoutProps) {
  const {locale} = await params
  return (
    <html lang={languageTags[isLocale(locale) ? locale : 'zh']}>
      <body>{children}</body>
    </html>
  )
}
