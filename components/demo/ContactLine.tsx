import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {contactPath} from '@/lib/urls'

/** Where a scenario ends: the way to the contact form, which learns what was looked at. */
export function ContactLine({anchor, locale}: {anchor: string; locale: Locale}) {
  const words = translator(locale, 'demo')
  return (
    <p>
      {words('ended')} <a href={contactPath(locale, `demo-${anchor}`)}>{words('contactAbout')}</a>
    </p>
  )
}
