import {isWritten} from './localeTexts.ts'
import {isObject, objectsIn} from './objectsIn.ts'

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
