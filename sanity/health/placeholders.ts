import {objectsIn} from './documents.ts'

/** Markers of missing facts, in Chinese and in English. The first two leave room for a note: `【待填：公司地址】`. */
export const placeholderMarkers = ['【待填', '[to be filled in', '待填写', 'to be named'] as const

/** Returns whether any text in the value holds a placeholder. */
export function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') {
    const text = value.toLowerCase()
    return placeholderMarkers.some((marker) => text.includes(marker))
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlaceholder)
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
