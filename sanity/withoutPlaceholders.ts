import {hasMarker} from './health/placeholders.ts'
import {isLocaleObject} from './localize.ts'

/**
 * Removes every text that holds a placeholder from a query result, as visitors never read one. A text becomes null, in
 * either language by itself; formatted text loses the paragraph; a list loses the entry, as half an entry says something
 * else. Blocks and pages stay, without the text: a block that cannot do without it is left out by its shape.
 *
 * @example withoutPlaceholders({phone: '【待填】', mail: 'mail@example.com'}) // {phone: null, mail: 'mail@example.com'}
 */
export function withoutPlaceholders<Result>(result: Result): Result
export function withoutPlaceholders(result: unknown): unknown {
  return hasMarker(result) ? strip(result).value : result
}

interface Stripped {
  value: unknown
  /** Nothing is left of a text, or an object has lost one of its own texts. */
  isLost: boolean
}

function strip(value: unknown, field?: string): Stripped {
  if (typeof value === 'string') return hasMarker(value) ? lostText : {value, isLost: false}
  if (Array.isArray(value)) {
    const kept = value.flatMap((item) => {
      const {value: rest, isLost} = strip(item)
      return isLost && !(field === 'blocks' || isPage(item)) ? [] : [rest]
    })
    return {value: kept, isLost: false}
  }
  if (typeof value !== 'object' || value === null) return {value, isLost: false}
  if (isLocaleObject(value)) return stripLocale(value)
  const fields = Object.entries(value).map(([name, item]) => ({name, isText: isText(item), ...strip(item, name)}))
  return {
    value: Object.fromEntries(fields.map(({name, value: rest}) => [name, rest])),
    isLost: fields.some(({isText, isLost}) => isText && isLost),
  }
}

const lostText: Stripped = {value: null, isLost: true}

function stripLocale(value: object): Stripped {
  const languages = Object.entries(value).flatMap(([name, text]) => {
    const rest = Array.isArray(text) ? text.filter((paragraph) => !hasMarker(paragraph)) : text
    return hasMarker(rest) || (Array.isArray(rest) && rest.length === 0) ? [] : [[name, rest] as const]
  })
  return languages.some(([name, rest]) => name !== '_type' && rest)
    ? {value: Object.fromEntries(languages), isLost: false}
    : lostText
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && isLocaleObject(value))
}

function isPage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_type' in value && value._type === 'page'
}
