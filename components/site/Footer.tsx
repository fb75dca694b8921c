import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {SiteData} from '@/sanity/content.types'
import styles from './Footer.module.css'
import {TitleBlock} from './TitleBlock'

/** The foot of the sheet: where else to go, and the title block with address and filing numbers. */
export function Footer({locale, site}: {locale: Locale; site?: SiteData | undefined}) {
  const words = translator(locale, 'site')
  const settings = site?.settings
  const groups = site?.navigation?.footer ?? []
  if (!settings && groups.length === 0) return null
  return (
    <footer className={styles.footer}>
      {groups.length > 0 && (
        <nav className={styles.groups} aria-label={words('footerNavigation')}>
          {groups.map((group) => (
            <div key={group._key}>
              <p className={styles.label}>
                {group.route ? (
                  <Link route={group.route} locale={locale}>
                    {group.label}
                  </Link>
                ) : (
                  group.label
                )}
              </p>
              <ul className={styles.links}>
                {group.links?.map((link) => (
                  <li key={link._key}>
                    <Link route={link.route} locale={locale}>
                      {link.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      )}
      {settings && <TitleBlock locale={locale} settings={settings} />}
    </footer>
  )
}
