import {isObject} from '../../lib/json.ts'
import type {Locale} from '../../lib/locales.ts'
import {type BlockName, blockNames} from './index.ts'
import titles from './titles.json' with {type: 'json'}

/** Titles of the schema in both languages, by type and path, as `label` writes them; written by the test beside. */
const byPath: ReadonlyMap<string, string> = new Map(Object.entries(titles))

/**
 * Returns the title of a block or type of document, or of a field in it with the titles around it and numbers of list items.
 * A part that the schema does not name is left out.
 *
 * @example titleOf('points', ['items', 0, 'title'], 'en') // 'Points 1 › Title'
 */
export function titleOf(type: string, path: readonly (string | number)[], locale: Locale): string {
  if (path.length === 0) return titleIn(type, locale) ?? type
  const shown: string[] = []
  let place = type
  for (const part of path) {
    if (typeof part === 'number') shown.push(`${shown.pop() ?? ''} ${part + 1}`.trim())
    else {
      place += `.${part}`
      const title = titleIn(place, locale)
      if (title !== undefined) shown.push(title)
    }
  }
  return shown.join(' › ') || path.join('.')
}

/**
 * Returns the titles along a path of a stored document, whose values may be of any kind, with those of the blocks in it.
 *
 * @example titleAt(page, 'blocks[2].heading', 'en') // 'Blocks 3 › Text › Heading'
 */
export function titleAt(document: {_type: string}, path: string, locale: Locale): string {
  const shown: string[] = []
  let [type, value, within]: [string, unknown, (string | number)[]] = [document._type, document, []]
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    const step = /^\d/.test(part) ? Number.parseInt(part, 10) : part
    within.push(step)
    value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined
    if (!isObject(value) || !isBlock(value._type)) continue
    shown.push(titleOf(type, within, locale), titleOf(value._type, [], locale))
    ;[type, within] = [value._type, []]
  }
  if (within.length > 0) shown.push(titleOf(type, within, locale))
  return shown.join(' › ')
}

const isBlock = (name: unknown): name is BlockName => blockNames.some((block) => block === name)

function titleIn(place: string, locale: Locale): string | undefined {
  const [zh, en] = byPath.get(place)?.split(' · ') ?? []
  return locale === 'en' ? (en ?? zh) : zh
}
