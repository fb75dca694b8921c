import {defineLocaleResourceBundle, type LocaleDefinition} from 'sanity'
import {studioLanguage, studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'

const locale = studioLocaleIds.zh

/** Texts that Sanity's locales lack. */
const bundles = [
  defineLocaleResourceBundle({locale, namespace: 'presentation', resources: () => import('./chinese/presentation.ts')}),
  defineLocaleResourceBundle({locale, namespace: 'structure', resources: () => import('./chinese/structure.ts')}),
  defineLocaleResourceBundle({locale, namespace: 'studio', resources: () => import('./chinese/studio.ts')}),
  defineLocaleResourceBundle({locale, namespace: 'releases', resources: () => import('./chinese/releases.ts')}),
  defineLocaleResourceBundle({
    locale: studioLocaleIds.en,
    namespace: 'releases',
    resources: () => import('./english/releases.ts'),
  }),
  defineLocaleResourceBundle({
    locale: studioLocaleIds.en,
    namespace: 'studio',
    resources: () => import('./english/studio.ts'),
  }),
  defineLocaleResourceBundle({locale, namespace: 'copy-paste', resources: () => import('./chinese/copyPaste.ts')}),
]

/** Sorts the preferred locale last: Sanity uses the last one if no choice is stored. */
function byPreference(locales: LocaleDefinition[]): LocaleDefinition[] {
  const preferred = studioLanguage === undefined ? undefined : studioLocaleIds[studioLanguage]
  return locales.toSorted((a, b) => Number(a.id === preferred) - Number(b.id === preferred))
}

/** The Studio's `i18n` configuration. */
export const studioI18n = {bundles, locales: byPreference}
