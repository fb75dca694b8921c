import {stegaClean} from '@sanity/client/stega'
import {Link} from '@/components/navigation/Link'
import {MarkedText} from '@/components/ui/MarkedText'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {SiteData} from '@/sanity/presentContent'
import {ContactEntries, Entry, Fact, type Settings} from './ContactEntries'
import styles from './Footer.module.css'
import {shownGroups} from './Menu'
import {siteMapId} from './SearchLink'

/** Footer navigation, and the title block with address and filing numbers. */
export function Footer({locale, site}: {locale: Locale; site?: SiteData | undefined}) {
  const words = translator(locale, 'site')
  const settings = site?.settings
  const groups = shownGroups(site?.navigation?.footer)
  if (!settings && groups.length === 0) return null
  return (
    <footer className={styles.footer}>
      {groups.length > 0 && (
        <nav className={styles.groups} id={siteMapId} aria-label={words('footerNavigation')}>
          {groups.map((group) => (
            <div key={group._key}>
              <p className={styles.label}>
                {group.route ? (
                  <Link to={group.route} locale={locale}>
                    {group.label}
                  </Link>
                ) : (
                  group.label
                )}
              </p>
              <ul className={styles.links}>
                {group.links?.map((link) => (
                  <li key={link._key}>
                    <Link to={link} locale={locale}>
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

/** The site's operator: organization, address, filing numbers. */
function TitleBlock({locale, settings}: {locale: Locale; settings: Settings}) {
  const words = translator(locale, 'site')
  const {organization, tagline, address, phone, mail, icpNumber, policeNumber, footerNote} = settings
  return (
    <div className={styles.titleBlock}>
      {(organization || tagline) && (
        <div className={styles.name}>
          {organization && (
            <p className={styles.organization}>
              <MarkedText>{organization}</MarkedText>
            </p>
          )}
          {tagline && (
            <p>
              <MarkedText>{tagline}</MarkedText>
            </p>
          )}
        </div>
      )}
      {(address || phone || mail || icpNumber || policeNumber) && (
        <dl className={styles.cells}>
          <ContactEntries locale={locale} settings={settings} />
          {icpNumber && (
            <Entry name={words('icpNumber')}>
              <Fact locale={locale} text={icpNumber} href={ministryFilingLink} />
            </Entry>
          )}
          {policeNumber && (
            <Entry name={words('policeNumber')}>
              <Fact locale={locale} text={policeNumber} href={policeFilingLink(policeNumber)} />
            </Entry>
          )}
        </dl>
      )}
      {footerNote && (
        <p className={styles.note}>
          <MarkedText>{footerNote}</MarkedText>
        </p>
      )}
    </div>
  )
}

/** Required target of the ICP number. */
const ministryFilingLink = 'https://beian.miit.gov.cn/'

/** Required target of the police filing number. */
export function policeFilingLink(number: string): string {
  const code = stegaClean(number).replaceAll(/\D/g, '')
  return code ? `https://beian.mps.gov.cn/#/query/webSearch?code=${code}` : 'https://beian.mps.gov.cn/'
}
