import {MarkedText} from '@/components/ui/MarkedText'
import {isPlaceholder} from '@/components/ui/placeholder'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'

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
