import {defaultLocale, type Locale} from '../../lib/locales.ts'
import {studioLanguage} from './studioLanguage.ts'

/** The language in which to speak to the editor; outside a browser the default one. */
export function editorLocale(): Locale {
  return studioLanguage ?? defaultLocale
}
