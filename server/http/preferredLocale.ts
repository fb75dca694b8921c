import type {Locale} from '../../lib/locales.ts'

const localeOfName: Readonly<Record<string, Locale>> = {zh: 'zh', chinese: 'zh', en: 'en', english: 'en'}

/**
 * The visitor's favourite among the site's languages, from an Accept-Language header: `en-US,zh;q=0.8` → `en`.
 * Undefined where nothing matches.
 */
export function preferredLocale(acceptLanguage: string | null): Locale | undefined {
  return (acceptLanguage ?? '')
    .split(',')
    .map(parseRange)
    .filter(({weight}) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({language}) => localeOfName[language])
    .find((locale) => locale !== undefined)
}

function parseRange(range: string): {language: string; weight: number} {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
  const weight = quality === undefined ? 1 : Number(quality)
  return {language: tag.trim().split(/[-_]/)[0] ?? '', weight: Number.isNaN(weight) ? 0 : weight}
}
