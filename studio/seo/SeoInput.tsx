import {Stack} from '@sanity/ui'
import {type ObjectInputProps, useFormValue} from 'sanity'
import {headTitle} from '../../lib/headTitle.ts'
import {type Locale, locales} from '../../lib/locales.ts'
import {isRoute} from '../../lib/routes.ts'
import {isObject} from '../../sanity/health/objectsIn.ts'
import {SearchResult} from './SearchResult.tsx'
import {ShareCard} from './ShareCard.tsx'
import {useSiteName} from './useSiteName.ts'

/** The form of what search engines and chats show, with how a search result and a shared link would look. */
export function SeoInput(props: ObjectInputProps) {
  const [title, description, route] = [useFormValue(['title']), useFormValue(['description']), useFormValue(['route'])]
  const siteName = useSiteName()
  const own = isObject(props.value) ? props.value : {}
  const shown = (locale: Locale) => {
    const pageTitle = textIn(title, locale)
    return {
      title: textIn(own.title, locale) || headTitle(pageTitle, textIn(siteName, locale), locale),
      cardTitle: textIn(own.title, locale) || pageTitle,
      description: textIn(own.description, locale) || textIn(description, locale),
    }
  }
  if (typeof route !== 'string' || !isRoute(route)) return props.renderDefault(props)
  return (
    <Stack gap={5}>
      {props.renderDefault(props)}
      {locales.map((locale) => (
        <SearchResult key={locale} locale={locale} route={route} {...shown(locale)} isHidden={own.noindex === true} />
      ))}
      {locales.map((locale) => (
        <ShareCard key={locale} locale={locale} route={route} {...shown(locale)} image={own.image} />
      ))}
    </Stack>
  )
}

/** A text in a language, Chinese standing in as on the site. */
function textIn(value: unknown, locale: Locale): string {
  if (!isObject(value)) return ''
  const text = value[locale] || value.zh
  return typeof text === 'string' ? text : ''
}
