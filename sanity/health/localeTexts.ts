import {isCopiedChinese} from './isCopiedChinese.ts'
import {isObject, objectsIn} from './objectsIn.ts'

const localeTypes: ReadonlySet<unknown> = new Set(['localeString', 'localeText', 'localeBlocks'])

/** A text in two languages, somewhere in a document: where it is and which halves are written. */
export interface LocaleText {
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
export function localeTexts(document: unknown): LocaleText[] {
  return objectsIn(document)
    .filter(({value}) => localeTypes.has(value._type))
    .map(({path, value}) => ({path, zh: isWritten(value.zh), en: isWritten(value.en) && !isCopiedChinese(value)}))
    .filter(({zh, en}) => zh || en)
}

function hasContent(block: Record<string, unknown>): boolean {
  if (!Array.isArray(block.children)) return true
  return block.children.some((child) => isObject(child) && (child._type !== 'span' || isWritten(child.text)))
}
