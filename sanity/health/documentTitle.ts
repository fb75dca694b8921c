import type {Locale} from '../../lib/locales.ts'
import {withSentences} from '../claims/claimSentence.ts'
import type {ContentDocument} from './ContentDocument.ts'
import {isObject} from './objectsIn.ts'

/** The fields that name a document, the first that is filled in wins. */
const naming = ['title', 'name', 'statement', 'siteName', 'label']

/** What a document is called, in a language or in Chinese; its id where it has no name. */
export function documentTitle(document: ContentDocument, locale: Locale): string {
  const whole = document._type === 'claim' ? withSentences(document) : document
  for (const field of naming) {
    const text = whole[field]
    if (!isObject(text)) continue
    const words = text[locale] || text.zh
    if (typeof words === 'string' && words !== '') return words
  }
  return document._id
}
