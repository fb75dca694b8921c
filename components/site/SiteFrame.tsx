import type {ReactNode} from 'react'
import {StaticMarkup} from '@/components/markup/StaticMarkup'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {SiteData} from '@/sanity/presentContent'
import type {Hue} from '@/sanity/projections/product'
import {ContactDock} from './ContactDock'
import {Footer} from './Footer'
import {Header} from './Header'
import styles from './SiteFrame.module.css'

interface SiteFrameProps {
  locale: Locale
  /** Undefined on the page for unknown addresses outside of any layout. */
  site?: SiteData | undefined
  /** Undefined on error pages. */
  route?: Route | undefined
  hue?: Hue | undefined
  /** See `StaticMarkup`. */
  live?: boolean
  children: ReactNode
}

/** Header, main, footer and contact dock. */
export function SiteFrame({locale, site, route, hue, live = false, children}: SiteFrameProps) {
  return (
    <div className={styles.frame} data-hue={hue}>
      <StaticMarkup locale={locale} live={live}>
        <Header locale={locale} site={site} route={route} />
      </StaticMarkup>
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <StaticMarkup locale={locale} live={live}>
        <Footer locale={locale} site={site} />
        <ContactDock locale={locale} site={site} route={route} />
      </StaticMarkup>
    </div>
  )
}
