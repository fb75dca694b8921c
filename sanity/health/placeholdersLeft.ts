import {objectsIn} from './objectsIn.ts'

/** What marks a fact that is still missing, in Chinese and in English. */
export const placeholderMarkers = ['【待填】', '[to be filled in]', '待填写', 'to be named'] as const

/** Does any text in this value still hold a placeholder? */
export function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return placeholderMarkers.some((marker) => value.includes(marker))
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlaceholder)
}

/** The paths of the texts of a document that still hold a placeholder. */
export function placeholdersLeft(document: unknown): string[] {
  return objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value)
      .filter(([, text]) => (typeof text === 'string' || isTextList(text)) && hasPlaceholder(text))
      .map(([field]) => (path ? `${path}.${field}` : field)),
  )
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'string')
}
