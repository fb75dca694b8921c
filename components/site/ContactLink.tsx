import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {SiteData} from '@/sanity/content.types'
import styles from './ContactLink.module.css'

interface ContactLinkProps {
  locale: Locale
  site?: SiteData | undefined
  route?: Route | undefined
}

/** The contact button that is on every page. */
export function ContactLink({locale, site, route}: ContactLinkProps) {
  return (
    <Link
      className={styles.button}
      route="/contact"
      locale={locale}
      from={route}
      aria-current={route === '/contact' ? 'page' : undefined}
    >
      {site?.settings?.contactLabel ?? translator(locale, 'site')('contact')}
    </Link>
  )
}
