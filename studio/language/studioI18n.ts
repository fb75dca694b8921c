import {defineLocaleResourceBundle, type LocaleDefinition} from 'sanity'
import {studioLanguage, studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'

const locale = studioLocaleIds.zh

/** What Sanity leaves out, and what its official Chinese locale leaves in English, of what an editor here comes across. */
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

/** Sanity falls back to the last of its locales where no choice is stored, so ours by the browser comes last. */
function byPreference(locales: LocaleDefinition[]): LocaleDefinition[] {
  const preferred = studioLanguage === undefined ? undefined : studioLocaleIds[studioLanguage]
  return locales.toSorted((a, b) => Number(a.id === preferred) - Number(b.id === preferred))
}

/** The Studio's own words in Chinese and English. */
export const studioI18n = {bundles, locales: byPreference}
