import type {Context} from 'hono'
import {unauthorized} from '../errors.ts'
import type {Identity, LakeEnv} from '../types.ts'

/** Refuses whoever may only see published documents. Returns who asks. */
export function requireRead(c: Context<LakeEnv>): Identity {
  const identity = c.get('identity')
  if (identity.rights === 'none') throw unauthorized('This needs a token with read access, or a session of the Studio')
  return identity
}
