import type {Locale} from '../../lib/locales.ts'
import titles from './titles.json' with {type: 'json'}

/** Titles of the schema in both languages, by block and path, as `label` writes them; written by the test beside. */
const byPath: ReadonlyMap<string, string> = new Map(Object.entries(titles))

/**
 * Returns the title of a block, or of a field in it with the titles around it and numbers of list items. A part that the
 * schema does not name is left out.
 *
 * @example titleOf('points', ['items', 0, 'title'], 'en') // 'Points 1 › Title'
 */
export function titleOf(block: string, path: readonly (string | number)[], locale: Locale): string {
  if (path.length === 0) return titleIn(block, locale) ?? block
  const shown: string[] = []
  let place = block
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

function titleIn(place: string, locale: Locale): string | undefined {
  const [zh, en] = byPath.get(place)?.split(' · ') ?? []
  return locale === 'en' ? (en ?? zh) : zh
}
