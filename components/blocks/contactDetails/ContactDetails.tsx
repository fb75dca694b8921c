import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {ContactEntries} from '@/components/site/ContactEntries'
import {Section} from '@/components/ui/Section'
import type {contactDetailsShape} from '@/sanity/blocks/contactDetails/projection'
import styles from './ContactDetails.module.css'

/** Contact details from the site settings. Nothing, not even the heading, while none is known. */
export function ContactDetails({block, context}: BlockProps<z.output<typeof contactDetailsShape>>) {
  const {locale, settings} = context
  if (!settings || !(settings.address || settings.phone || settings.mail)) return null
  return (
    <Section block={block} layout="split">
      <dl className={styles.details}>
        <ContactEntries locale={locale} settings={settings} />
      </dl>
    </Section>
  )
}
