import {stegaClean} from '@sanity/client/stega'
import {MarkedText} from '@/components/ui/MarkedText'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {SiteData} from '@/sanity/content.types'
import {Fact} from './Fact'
import {telephoneLink} from './telephoneLink'

export type Settings = NonNullable<SiteData['settings']>

/** Address, phone and mail as entries of a `<dl>`. */
export function ContactEntries({locale, settings}: {locale: Locale; settings: Settings}) {
  const words = translator(locale, 'site')
  const {address, phone, mail} = settings
  return (
    <>
      <div>
        <dt>{words('address')}</dt>
        <dd>
          <MarkedText>{address}</MarkedText>
        </dd>
      </div>
      <div>
        <dt>{words('phone')}</dt>
        <dd>
          <Fact locale={locale} text={phone} href={telephoneLink(phone)} />
        </dd>
      </div>
      <div>
        <dt>{words('mail')}</dt>
        <dd>
          <Fact locale={locale} text={mail} href={`mailto:${stegaClean(mail).trim()}`} />
        </dd>
      </div>
    </>
  )
}
