import {objectsIn} from './contentDocuments.ts'

/**
 * Control characters, and those that turn the direction of the text around them (U+202A–202E, U+2066–2069). Joiners, which
 * emoji need, and the characters of stega are not among them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
export const controls = /[\0-\x08\v\f\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g

/**
 * What pasted text brings along and nobody sees: marks for the end of a word or of a line, such as U+200B, U+00AD and U+FEFF; marks
 * for the direction; halves of characters; and what only a font of symbols draws, as Word's bullets. A search would not find a word that
 * holds one, and a link with one leads nowhere. Joiners within emoji stay.
 */
const unseen =
  /[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2060-\u2064\ufeff\uf020-\uf0ff\p{Cs}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu

/** Other ends of lines and pages: Word has `\v` for one within a paragraph. */
const breaks = /[\v\f\u0085\u2028\u2029]/g

/** Removes characters that nobody sees from a text that somebody writes or pastes, or that is searched. Other ends of lines become blanks. */
export function withoutUnseen(text: string): string {
  return text.replace(breaks, ' ').replace(controls, '').replace(unseen, '')
}

const oddBlank = /[^\S ]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u

/** Returns a text as readers tell it from others: without unseen characters, and every white space a plain blank. */
export function asRead(text: string): string {
  // Every text of a page passes here, and hardly one has any of them.
  return oddBlank.test(text) ? withoutUnseen(text).replace(/\s/g, ' ') : text
}

/** Returns the paths of texts that hold such characters, which the site leaves out. */
export function controlPaths(document: unknown): string[] {
  return objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value).flatMap(([field, text]) =>
      typeof text === 'string' && text.search(controls) >= 0 ? [path ? `${path}.${field}` : field] : [],
    ),
  )
}
