import {localeTexts} from './localeTexts.ts'

/** How many of a document's texts there are, and how many of them are written in English as well. */
export interface Completeness {
  filled: number
  total: number
}

/** How far the English of a document, or of several, has come. */
export function completeness(...documents: unknown[]): Completeness {
  const texts = documents.flatMap((document) => localeTexts(document))
  return {filled: texts.filter(({zh, en}) => zh && en).length, total: texts.length}
}
