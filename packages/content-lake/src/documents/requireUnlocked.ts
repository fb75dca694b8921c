import {isReleaseId, releaseIdOf, releaseOfVersion} from '../documentIds.ts'
import type {LakeDocument} from '../types.ts'
import {invalid} from './TransactionError.ts'

/** Throws for what only the actions of releases may write: their documents, and the versions in one that is not active. */
export function requireUnlocked(id: string, get: (id: string) => LakeDocument | null): void {
  if (isReleaseId(id)) throw invalid(`Document "${id}" is changed by the actions of releases only`)
  const name = releaseOfVersion(id)
  const state = name === undefined ? undefined : get(releaseIdOf(name))?.state
  if (state === undefined || state === 'active') return
  throw invalid(`Document "${id}" cannot be changed as its release "${name}" is ${String(state)}`)
}
