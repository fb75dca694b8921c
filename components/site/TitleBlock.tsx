import {MarkedText} from '@/components/ui/MarkedText'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {ContactEntries, type Settings} from './ContactEntries'
import {Fact} from './Fact'
import styles from './Footer.module.css'
import {ministryFilingLink, policeFilingLink} from './filingLinks'

/** Who answers for the site, in cells like the title block of a drawing: organization, address, filing numbers. */
export function TitleBlock({locale, settings}: {locale: Locale; settings: Settings}) {
  const words = translator(locale, 'site')
  return (
    <div className={styles.titleBlock}>
      <div className={styles.name}>
        <p className={styles.organization}>
          <MarkedText>{settings.organization}</MarkedText>
        </p>
        <p>
          <MarkedText>{settings.tagline}</MarkedText>
        </p>
      </div>
      <dl className={styles.cells}>
        <ContactEntries locale={locale} settings={settings} />
        <div>
          <dt>{words('icpNumber')}</dt>
          <dd>
            <Fact locale={locale} text={settings.icpNumber} href={ministryFilingLink} />
          </dd>
        </div>
        <div>
          <dt>{words('policeNumber')}</dt>
          <dd>
            <Fact locale={locale} text={settings.policeNumber} href={policeFilingLink(settings.policeNumber)} />
          </dd>
        </div>
      </dl>
      <p className={styles.note}>
        <MarkedText>{settings.footerNote}</MarkedText>
      </p>
    </div>
  )
}
