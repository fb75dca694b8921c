import type {ReactNode} from 'react'
import {SiteDocument} from '@/app/_site/SiteDocument'
import '@/app/globals.css'

export {siteMetadata as metadata, siteViewport as viewport} from '@/app/_site/SiteDocument'

export default function Layout({children}: {children: ReactNode}) {
  return <SiteDocument locale="zh">{children}</SiteDocument>
}
