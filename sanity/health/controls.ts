import {objectsIn} from './contentDocuments.ts'

/**
 * Control characters, and those that turn the direction of the text around them (U+202A–202E, U+2066–2069). Joiners, which
 * emoji need, and the characters of stega are not among them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
export const controls = /[\0-\x08\v\f\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g

/** Returns the paths of texts that hold such characters, which the site leaves out. */
export function controlPaths(document: unknown): string[] {
  return objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value).flatMap(([field, text]) =>
      typeof text === 'string' && text.search(controls) >= 0 ? [path ? `${path}.${field}` : field] : [],
    ),
  )
}
