import {type TypedText, UnsavedTexts} from '../saving/UnsavedTexts.ts'

/** Unsaved notes by the enquiry's id. */
export const unsavedNotes = new UnsavedTexts<TypedText>()
