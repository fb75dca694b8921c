import {defaultLocale, type Locale} from '../../../lib/locales.ts'

/// <reference path="../contentSource.d.ts" />

/** The Studio's locale ids of the two languages. */
export const studioLocaleIds = {zh: 'zh-Hans', en: 'en-US'} as const satisfies Record<Locale, string>

interface LanguagePreferences {
  /** The locale id that the Studio has stored for this editor. */
  stored: string | null
  /** The browser's languages, most preferred first. */
  preferred: readonly string[]
}

/** Chooses the editor's stored language, else the first supported one of the browser, else Chinese. */
export function chooseLanguage({stored, preferred}: LanguagePreferences): Locale {
  if (stored === studioLocaleIds.zh) return 'zh'
  if (stored === studioLocaleIds.en) return 'en'
  const first = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'zh' || tag === 'en')
  return first === 'en' ? 'en' : 'zh'
}

function languageOfBrowser(): Locale | undefined {
  if (typeof document === 'undefined' || typeof __CONTENT_SOURCE__ === 'undefined') return undefined
  return chooseLanguage({stored: storedLocale(__CONTENT_SOURCE__.projectId), preferred: navigator.languages})
}

/** Reads the Studio's own key; `default` is the workspace. */
function storedLocale(projectId: string): string | null {
  try {
    return localStorage.getItem(`sanity-locale:${projectId}:default`)
  } catch {
    return null
  }
}

/**
 * The Studio's language; undefined outside a browser, where labels are in both (tests, schema tools). Read once: titles
 * are fixed when the schema is compiled, so changing the language reloads the Studio.
 */
export const studioLanguage = languageOfBrowser()

/** Returns the Studio's language, outside a browser the default locale. */
export function editorLocale(): Locale {
  return studioLanguage ?? defaultLocale
}

/** Returns a label in the Studio's language, outside a browser in both: `标题 · Title`. */
export function label(zh: string, en: string): string {
  return inLanguage(zh, en) ?? (zh === en ? zh : `${zh} · ${en}`)
}

/** Returns a description or message in the Studio's language, outside a browser in both. */
export function hint(zh: string, en: string): string {
  return inLanguage(zh, en) ?? `${zh} ${en}`
}

function inLanguage(zh: string, en: string): string | undefined {
  if (studioLanguage === undefined) return undefined
  return studioLanguage === 'zh' ? zh : en
}
