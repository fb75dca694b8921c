import {isObject, objectsIn} from './documents.ts'

const han = /\p{Script=Han}/u

/**
 * Is the English of a text only its Chinese, copied over as a start? Such a text is still to be translated. Names and
 * figures that are the same in both languages, such as “LIMS”, hold no Chinese characters and count as written.
 */
export function isCopiedChinese({zh, en}: {zh?: unknown; en?: unknown}): boolean {
  const english = wordsOf(en)
  return english !== '' && han.test(english) && english === wordsOf(zh)
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(wordsOf).join('\n').trim()
  if (!isObject(value)) return ''
  return typeof value.text === 'string' ? value.text : wordsOf(value.children)
}

const localeTypes: ReadonlySet<unknown> = new Set(['localeString', 'localeText', 'localeBlocks'])

/** A text in two languages, somewhere in a document: where it is and which halves are written. */
interface LocaleText {
  path: string
  zh: boolean
  en: boolean
}

/** Has this half of a text any content? Blanks alone are none, and neither is formatted text without a word in it. */
export function isWritten(half: unknown): boolean {
  if (typeof half === 'string') return half.trim() !== ''
  return Array.isArray(half) && half.some((block) => isObject(block) && hasContent(block))
}

/** Every text of a document that has something in it. One that was cleared in both languages counts as absent. */
function localeTexts(document: unknown): LocaleText[] {
  return objectsIn(document)
    .filter(({value}) => localeTypes.has(value._type))
    .map(({path, value}) => ({path, zh: isWritten(value.zh), en: isWritten(value.en) && !isCopiedChinese(value)}))
    .filter(({zh, en}) => zh || en)
}

function hasContent(block: Record<string, unknown>): boolean {
  if (!Array.isArray(block.children)) return true
  return block.children.some((child) => isObject(child) && (child._type !== 'span' || isWritten(child.text)))
}

/** The texts that have Chinese and no English: English pages show the Chinese there. */
export function missingEnglish(document: unknown): string[] {
  return localeTexts(document)
    .filter(({zh, en}) => zh && !en)
    .map(({path}) => path)
}

/** The texts that have English and no Chinese, which is the default language and has no stand-in. */
export function missingChinese(document: unknown): string[] {
  return localeTexts(document)
    .filter(({zh, en}) => en && !zh)
    .map(({path}) => path)
}

/** The blocks that draw a picture from data and tell it in words besides. */
export const drawings: ReadonlySet<unknown> = new Set(['states', 'screen', 'timeline', 'comparison', 'architecture'])

/** The paths at which a picture has no alternative text: uploaded images and drawn ones. */
export function missingAlternatives(document: unknown): string[] {
  return objectsIn(document).flatMap(({path, value}) => {
    if (isObject(value.asset)) return isTold(value.alt) ? [] : [`${path}.alt`]
    return drawings.has(value._type) && !isTold(value.alternative) ? [`${path}.alternative`] : []
  })
}

function isTold(text: unknown): boolean {
  return isObject(text) && isWritten(text.zh)
}

/** How many of a document's texts there are, and how many of them are written in English as well. */
interface Completeness {
  filled: number
  total: number
}

/** How far the English of a document, or of several, has come. */
export function completeness(...documents: unknown[]): Completeness {
  const texts = documents.flatMap((document) => localeTexts(document))
  return {filled: texts.filter(({zh, en}) => zh && en).length, total: texts.length}
}
