import type {ReactNode} from 'react'
import {StaticMarkup} from '@/components/markup/StaticMarkup'
import {PageBox} from '@/components/navigation/PageTransition'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {SiteData} from '@/sanity/content.types'
import type {Hue} from '@/sanity/projections/product'
import {ContactDock} from './ContactDock'
import {Footer} from './Footer'
import {Header} from './Header'
import styles from './SiteFrame.module.css'

interface SiteFrameProps {
  locale: Locale
  /** Missing where the content lake could not be asked: the frame then holds what the site knows by itself. */
  site?: SiteData | undefined
  /** The page that is shown; an error has none. */
  route?: Route | undefined
  hue?: Hue | undefined
  /** See `StaticMarkup`. */
  live?: boolean
  children: ReactNode
}

/** What stands around every page: header with menu, contact within reach of the thumb, footer. */
export function SiteFrame({locale, site, route, hue, live = false, children}: SiteFrameProps) {
  return (
    <PageBox className={styles.frame} data-hue={hue}>
      <StaticMarkup live={live}>
        <Header locale={locale} site={site} route={route} />
      </StaticMarkup>
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <StaticMarkup live={live}>
        <Footer locale={locale} site={site} />
        <ContactDock locale={locale} site={site} route={route} />
      </StaticMarkup>
    </PageBox>
  )
}
