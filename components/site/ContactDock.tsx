import type {ComponentProps} from 'react'
import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {SiteData} from '@/sanity/presentContent'
import styles from './ContactDock.module.css'
import {telephoneLink} from './ContactEntries'
import linkStyles from './ContactLink.module.css'

/** Phones only: the contact button, and a call link once there is a number, at the foot of the screen. */
export function ContactDock(props: ComponentProps<typeof ContactLink>) {
  const {site, locale} = props
  const words = translator(locale, 'site')
  // On the contact page it would link to itself and cover the form.
  if (props.route === '/contact') return null
  const call = telephoneLink(site?.settings?.phone)
  return (
    <aside className={styles.dock} data-dock="" aria-label={words('quickContact')}>
      {call ? (
        <a className={styles.call} href={call}>
          {words('call')}
        </a>
      ) : (
        site?.settings?.siteName && <span className={styles.name}>{site.settings.siteName}</span>
      )}
      <ContactLink {...props} />
    </aside>
  )
}

interface ContactLinkProps {
  locale: Locale
  site?: SiteData | undefined
  route?: Route | undefined
}

/** The contact button of every page. */
export function ContactLink({locale, site, route}: ContactLinkProps) {
  return (
    <Link
      className={linkStyles.button}
      to="/contact"
      locale={locale}
      from={route}
      aria-current={route === '/contact' ? 'page' : undefined}
    >
      {site?.settings?.contactLabel ?? translator(locale, 'site')('contact')}
    </Link>
  )
}
