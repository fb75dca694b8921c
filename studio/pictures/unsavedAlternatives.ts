import {type Locale, locales} from '../../lib/locales.ts'
import {type TypedText, UnsavedTexts} from '../saving/UnsavedTexts.ts'
import type {Picture} from './pictures.ts'

/** Unsaved default texts of pictures, by picture and language. */
export const unsavedAlternatives = new UnsavedTexts<TypedText>()

export const alternativeId = ({id}: Picture, locale: Locale): string => `${id}.${locale}`

/** Returns the ids of a picture's texts. */
export const alternativeIds = (picture: Picture): string[] => locales.map((locale) => alternativeId(picture, locale))
