import {stegaClean} from '@sanity/client/stega'

const pause = /(?<=[，：；。？—])/

/**
 * Does a Chinese heading consist of clauses that each fit a phone's line? Then it should break between them; else the
 * browser balances its lines wherever it may.
 */
export function hasShortClauses(heading: string, limit: number): true | undefined {
  // In a preview strings carry invisible characters (stega), which take no room.
  const clauses = stegaClean(heading).split(pause)
  return clauses.length > 1 && clauses.every((clause) => clause.length <= limit) ? true : undefined
}
