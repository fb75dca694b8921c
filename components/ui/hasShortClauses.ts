import {stegaClean} from '@sanity/client/stega'

const pause = /(?<=[，：；。？—])/

/**
 * Does each clause of a Chinese heading fit a phone's line? Then CSS breaks between clauses; else the browser balances
 * the lines.
 */
export function hasShortClauses(heading: string, limit: number): true | undefined {
  // Stega has no width.
  const clauses = stegaClean(heading).split(pause)
  return clauses.length > 1 && clauses.every((clause) => clause.length <= limit) ? true : undefined
}
