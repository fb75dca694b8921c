import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {ContactEntries} from '@/components/site/ContactEntries'
import {Section} from '@/components/ui/Section'
import type {contactDetailsShape} from '@/sanity/blocks/contactDetails/projection'
import styles from './ContactDetails.module.css'

/** Contact details from the site settings. */
export function ContactDetails({block, context}: BlockProps<z.output<typeof contactDetailsShape>>) {
  const {locale, settings} = context
  return (
    <Section block={block} layout="split">
      {settings && (settings.address || settings.phone || settings.mail) && (
        <dl className={styles.details}>
          <ContactEntries locale={locale} settings={settings} />
        </dl>
      )}
    </Section>
  )
}
