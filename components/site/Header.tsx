import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import {type Locale, languageTags} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import {sitePath} from '@/lib/urls'
import type {SiteData} from '@/sanity/presentContent'
import {ContactLink} from './ContactDock'
import styles from './Header.module.css'
import switchStyles from './LanguageSwitch.module.css'
import {Menu, shownGroups} from './Menu'
import {SearchLink} from './SearchLink'

interface HeaderProps {
  locale: Locale
  site?: SiteData | undefined
  route?: Route | undefined
}

/** Brand, menu, language switch and contact button. */
export function Header({locale, site, route}: HeaderProps) {
  const groups = shownGroups(site?.navigation?.menu)
  const words = translator(locale, 'site')
  return (
    <header className={styles.header} data-bar="">
      <a className={styles.skip} href="#content">
        {words('skipToContent')}
      </a>
      <Link className={styles.brand} to="/" locale={locale}>
        <RegistrationMark />
        <span>{site?.settings?.siteName ?? words('home')}</span>
      </Link>
      {groups.length > 0 && <Menu locale={locale} groups={groups} route={route} />}
      <div className={styles.tools}>
        <LanguageSwitch locale={locale} route={route} />
        {site && (
          <span className={styles.search}>
            <SearchLink className={switchStyles.switch} locale={locale} />
          </span>
        )}
        <span className={styles.contact}>
          <ContactLink locale={locale} site={site} route={route} />
        </span>
      </div>
    </header>
  )
}

/** The same page in the other language. A plain link: each language has a document of its own. */
function LanguageSwitch({locale, route = '/'}: {locale: Locale; route?: Route | undefined}) {
  const other: Locale = locale === 'zh' ? 'en' : 'zh'
  const words = translator(locale, 'site')
  return (
    <a
      className={switchStyles.switch}
      href={sitePath(other, route)}
      hrefLang={languageTags[other]}
      lang={languageTags[other]}
    >
      {words('otherLanguage')}
    </a>
  )
}

/** The site's mark, a registration crosshair. */
function RegistrationMark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="12" cy="12" r="6.5" />
        <path d="M12 0v24M0 12h24" />
      </g>
      <path d="M12 12V5.5A6.5 6.5 0 0 1 18.5 12ZM12 12v6.5A6.5 6.5 0 0 1 5.5 12Z" fill="currentColor" />
    </svg>
  )
}
