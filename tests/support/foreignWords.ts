import type {Locale} from '../../lib/locales.ts'

/** Latin words that stand on Chinese pages: names of products, standards and technologies, and what has no Chinese name. */
const namesAndStandards = new Set([
  ...['LIMS', 'ADVP', 'LQM', 'EVMS', 'Maixun', 'NCR', 'VRP', 'PLC', 'ICP'],
  ...['ISO', 'IEC'],
  ...['Java', 'NET', 'Odoo', 'Windows', 'Excel', 'UI', 'Cookie'],
  // The names of keys, in the demo's hint.
  ...['Home', 'End'],
  // As they stand on the keys of a keyboard.
  ...['Home', 'End'],
  // The name of the cookie, in the privacy notice.
  'lang',
])

/** The words of a text that belong to the other language. */
export function foreignWords(text: string, locale: Locale): string[] {
  if (locale === 'en') return text.match(/\p{Script=Han}+/gu) ?? []
  return (text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !namesAndStandards.has(word))
}
