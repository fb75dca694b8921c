import {isObject} from '../../lib/json.ts'
import {hasText} from '../hasText.ts'
import {isLocaleObject} from '../presentContent.ts'
import {objectsIn} from './contentDocuments.ts'
import {asRead} from './controls.ts'

const han = /\p{Script=Han}/u

/**
 * Returns whether the English is a copy of the Chinese, still to be translated. Names that are the same in both languages,
 * such as “LIMS”, have no Chinese characters and do not count as copies.
 */
export function isCopiedChinese({zh, en}: {zh?: unknown; en?: unknown}): boolean {
  const english = wordsOf(en)
  return english !== '' && han.test(english) && english === wordsOf(zh)
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return asRead(value).trim()
  if (Array.isArray(value)) return value.map(wordsOf).join('\n').trim()
  if (!isObject(value)) return ''
  return typeof value.text === 'string' ? asRead(value.text) : wordsOf(value.children)
}

/** A locale object within a document, and the languages that have text. */
interface LocaleText {
  path: string
  zh: boolean
  en: boolean
}

/** Locale objects with text in at least one language. A copy of the Chinese does not count as English. */
function localeTexts(document: unknown): LocaleText[] {
  return objectsIn(document)
    .filter(({value}) => isLocaleObject(value))
    .map(({path, value}) => ({path, zh: hasText(value.zh), en: hasText(value.en) && !isCopiedChinese(value)}))
    .filter(({zh, en}) => zh || en)
}

/** Returns the paths of texts in Chinese only: English pages fall back to the Chinese. */
export function missingEnglish(document: unknown): string[] {
  return localeTexts(document)
    .filter(({zh, en}) => zh && !en)
    .map(({path}) => path)
}

/** Returns the paths of texts in English only: Chinese pages have no fallback. */
export function missingChinese(document: unknown): string[] {
  return localeTexts(document)
    .filter(({zh, en}) => en && !zh)
    .map(({path}) => path)
}

/** Blocks whose editors write a text alternative of the drawing. */
const withAlternative: ReadonlySet<unknown> = new Set(['states', 'screen', 'timeline', 'comparison', 'architecture'])

/** Returns the paths of missing alternative texts, of uploaded images and of drawings. */
export function missingAlternatives(document: unknown): string[] {
  return objectsIn(document).flatMap(({path, value}) => {
    if (isObject(value.asset)) return hasAlternative(value.alt) ? [] : [`${path}.alt`]
    return withAlternative.has(value._type) && !hasAlternative(value.alternative) ? [`${path}.alternative`] : []
  })
}

function hasAlternative(text: unknown): boolean {
  return isObject(text) && hasText(text.zh)
}

/** Counts the texts of documents, and those of them that are in both languages. */
export function completeness(...documents: unknown[]): {filled: number; total: number} {
  const texts = documents.flatMap((document) => localeTexts(document))
  return {filled: texts.filter(({zh, en}) => zh && en).length, total: texts.length}
}
