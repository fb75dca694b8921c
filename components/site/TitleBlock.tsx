import {MarkedText} from '@/components/ui/MarkedText'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {ContactEntries, Entry, type Settings} from './ContactEntries'
import {Fact} from './Fact'
import styles from './Footer.module.css'
import {ministryFilingLink, policeFilingLink} from './filingLinks'

/** Who answers for the site, in cells like the title block of a drawing: organization, address, filing numbers. */
export function TitleBlock({locale, settings}: {locale: Locale; settings: Settings}) {
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
