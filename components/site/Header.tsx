import {Link} from '@/components/navigation/Link'
import {RegistrationMark} from '@/components/ui/RegistrationMark'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {SiteData} from '@/sanity/content.types'
import {ContactLink} from './ContactLink'
import styles from './Header.module.css'
import {LanguageSwitch} from './LanguageSwitch'
import {Menu} from './Menu'

interface HeaderProps {
  locale: Locale
  site?: SiteData | undefined
  route?: Route | undefined
}

/** The site's name, its menu, the other language and the contact button. */
export function Header({locale, site, route}: HeaderProps) {
  const groups = site?.navigation?.menu ?? []
  const words = translator(locale, 'site')
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#content">
        {words('skipToContent')}
      </a>
      <Link className={styles.brand} route="/" locale={locale}>
        <RegistrationMark />
        <span>{site?.settings?.siteName ?? words('home')}</span>
      </Link>
      {groups.length > 0 && <Menu locale={locale} groups={groups} route={route} />}
      <div className={styles.tools}>
        <LanguageSwitch locale={locale} route={route} />
        <span className={styles.contact}>
          <ContactLink locale={locale} site={site} route={route} />
        </span>
      </div>
    </header>
  )
}
