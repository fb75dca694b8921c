import {defaultLocale, type Locale} from '../../../lib/locales.ts'

/// <reference path="../contentSource.d.ts" />

/** What the Studio calls the two languages of its own interface. */
export const studioLocaleIds = {zh: 'zh-Hans', en: 'en-US'} as const satisfies Record<Locale, string>

interface Surroundings {
  /** The locale that the Studio has stored for this editor. */
  stored: string | null
  /** What the browser prefers, most preferred first. */
  preferred: readonly string[]
}

/** The editor's own choice if there is one, else the first of our languages that the browser asks for, else Chinese. */
export function chooseLanguage({stored, preferred}: Surroundings): Locale {
  if (stored === studioLocaleIds.zh) return 'zh'
  if (stored === studioLocaleIds.en) return 'en'
  const first = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'zh' || tag === 'en')
  return first === 'en' ? 'en' : 'zh'
}

function languageOfBrowser(): Locale | undefined {
  if (typeof document === 'undefined' || typeof __CONTENT_SOURCE__ === 'undefined') return undefined
  return chooseLanguage({stored: storedLocale(__CONTENT_SOURCE__.projectId), preferred: navigator.languages})
}

/** Under this key the Studio keeps the choice made in its user menu; `default` is our workspace. */
function storedLocale(projectId: string): string | null {
  try {
    return localStorage.getItem(`sanity-locale:${projectId}:default`)
  } catch {
    return null
  }
}

/**
 * The language of the Studio's interface, undefined outside a browser (tests and the schema tools, which get both).
 * Read once: another choice reloads the Studio, since titles of fields are fixed when the schema is compiled.
 */
export const studioLanguage = languageOfBrowser()

/** The language in which to speak to the editor; outside a browser the default one. */
export function editorLocale(): Locale {
  return studioLanguage ?? defaultLocale
}

/** A label in the editor's language; where there is no editor, as in tests, in both: `标题 · Title`. */
export function label(zh: string, en: string): string {
  return inLanguage(zh, en) ?? (zh === en ? zh : `${zh} · ${en}`)
}

/** A description or message in the editor's language; where there is no editor in both, Chinese first. */
export function hint(zh: string, en: string): string {
  return inLanguage(zh, en) ?? `${zh} ${en}`
}

function inLanguage(zh: string, en: string): string | undefined {
  if (studioLanguage === undefined) return undefined
  return studioLanguage === 'zh' ? zh : en
}
