import {stegaClean} from '@sanity/client/stega'
import type {ReactNode} from 'react'
import {isPlaceholder, MarkedText} from '@/components/ui/MarkedText'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {SiteData} from '@/sanity/content.types'

/** The site settings as they are found: imports and interfaces may leave out what the Studio asks for. */
export type Settings = Partial<NonNullable<SiteData['settings']>>

/** Address, phone and mail as entries of a `<dl>`; what the settings lack has none. */
export function ContactEntries({locale, settings}: {locale: Locale; settings: Settings}) {
  const words = translator(locale, 'site')
  const {address, phone, mail} = settings
  return (
    <>
      {address && (
        <Entry name={words('address')}>
          <MarkedText>{address}</MarkedText>
        </Entry>
      )}
      {phone && (
        <Entry name={words('phone')}>
          <Fact locale={locale} text={phone} href={telephoneLink(phone)} />
        </Entry>
      )}
      {mail && (
        <Entry name={words('mail')}>
          <Fact locale={locale} text={mail} href={`mailto:${stegaClean(mail).trim()}`} />
        </Entry>
      )}
    </>
  )
}

/** A term and what is to be said of it. */
export function Entry({name, children}: {name: string; children: ReactNode}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface FactProps {
  locale: Locale
  text: string
  href?: string | undefined
}

/**
 * A fact that is the same in both languages, such as a phone number; a link where it has an address. A fact that is still
 * missing is marked as such in the page's language and never links anywhere.
 */
export function Fact({locale, text, href}: FactProps) {
  if (isPlaceholder(text)) return <MarkedText>{translator(locale, 'site')('missing')}</MarkedText>
  return href ? <a href={href}>{text}</a> : text
}

/** The link that calls a number as it is written for people; undefined while there is no number. */
export function telephoneLink(phone: string | null | undefined): string | undefined {
  const written = stegaClean(phone ?? '')
  const digits = written.replaceAll(/[^+\d]/g, '')
  return digits === '' || isPlaceholder(written) ? undefined : `tel:${digits}`
}
