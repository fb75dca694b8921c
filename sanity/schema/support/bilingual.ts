import {studioLanguage} from '../studioLanguage.ts'

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
