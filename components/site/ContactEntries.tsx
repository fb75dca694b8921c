import {stegaClean} from '@sanity/client/stega'
import type {ReactNode} from 'react'
import {MarkedText} from '@/components/ui/MarkedText'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {isPlaceholder} from '@/lib/placeholders'
import type {SiteData} from '@/sanity/presentContent'

/** As found: imports and the API may omit required fields. */
export type Settings = Partial<NonNullable<SiteData['settings']>>

/** Address, phone and mail as entries of a `<dl>`; missing ones are left out. */
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
 * A fact that is the same in both languages, such as a phone number. A placeholder is marked as missing, and never
 * linked.
 */
export function Fact({locale, text, href}: FactProps) {
  if (isPlaceholder(text)) return <MarkedText>{translator(locale, 'site')('missing')}</MarkedText>
  return href ? <a href={href}>{text}</a> : text
}

/** What follows a number other than its extension: another number, a word, hours. */
const afterNumber = /[/、,;\n]|\(\D|\d{1,2}:\d{2}|(?<=\d\s*)(?!转|轉|分机|分機|ext|x)\p{L}/iu

/** A `tel:` link to the first number of a text, with its extension as in RFC 3966; undefined without a number. */
export function telephoneLink(phone: string | null | undefined): string | undefined {
  // Full-width digits and signs become the usual ones.
  const written = stegaClean(phone ?? '').normalize('NFKC')
  if (isPlaceholder(written)) return undefined
  const [first = ''] = written.split(afterNumber)
  const [number = '', extension = ''] = first.split(/转|轉|分机|分機|ext|#|x/i).map(digitsOf)
  return number === '' ? undefined : `tel:${number}${extension && `;ext=${extension}`}`
}

/** Leaves out what is dialled at home only, the zero in `+86 (0)10`. */
const digitsOf = (text: string) => text.replace(/(?<=\+.*)\(0\)/, '').replaceAll(/[^+\d]/g, '')
