import {isObject} from '../../lib/json.ts'
import type {Locale} from '../../lib/locales.ts'
import {placeholderMarkers} from '../../lib/placeholders.ts'
import {objectsIn} from './contentDocuments.ts'
import {asRead} from './controls.ts'

/** Markers of missing facts, and words that say it without a bracket: these may be meant, so they are only pointed out. */
export const possiblePlaceholders = [...placeholderMarkers, '待填写', 'to be named'] as const

/** Beginnings of texts that a new block brings along, to be rewritten (`sanity/blocks/samples.ts`). In lower case. */
export const sampleMarks = ['【示例', '[sample']

/** Returns a text marked as a sample. */
export function markSample(text: string, locale: Locale): string {
  return locale === 'zh' ? `【示例】${text}` : `[Sample] ${text}`
}

const copyMarks: Record<Locale, string> = {zh: '（副本）', en: ' (copy)'}

/** Returns a name marked as that of a copy, by which lists tell it from the original. */
export function markCopy(name: string, locale: Locale): string {
  return name + copyMarks[locale]
}

/** Returns whether a text ends like the name of a copy, which is to be given another before visitors read it. */
function hasCopyMark(value: unknown): boolean {
  return typeof value === 'string' && Object.values(copyMarks).some((mark) => asRead(value).trim().endsWith(mark))
}

/** The fields by which lists name a document; a claim by its statement. */
export const nameFields = ['title', 'name', 'statement']

/** Returns the paths of a document's own names that are still marked as a copy's. */
export function copyMarkPaths(document: object): string[] {
  return nameFields.flatMap((field) => {
    const name: unknown = Reflect.get(document, field)
    return isObject(name)
      ? Object.entries(name).flatMap(([locale, text]) => (hasCopyMark(text) ? [`${field}.${locale}`] : []))
      : []
  })
}

/** Returns whether any text in the value holds a marker of a missing fact or of a sample. Visitors read neither. */
export const hasMarker = (value: unknown): boolean => holds(value, [...placeholderMarkers, ...sampleMarks])

/** Returns whether any text in the value holds a placeholder, or words that may be one. */
export const hasPlaceholder = (value: unknown): boolean => holds(value, possiblePlaceholders)

function holds(value: unknown, words: readonly string[]): boolean {
  if (typeof value === 'string') {
    const text = asRead(value).toLowerCase()
    return words.some((word) => text.includes(word))
  }
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => holds(item, words))
}

/** Returns the paths of texts that hold a placeholder. */
export function placeholderPaths(document: unknown): string[] {
  return objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value)
      .filter(([, text]) => (typeof text === 'string' || isTextList(text)) && hasPlaceholder(text))
      .map(([field]) => (path ? `${path}.${field}` : field)),
  )
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'string')
}
