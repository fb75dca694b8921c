import type {Context} from 'hono'
import {forbidden, unauthorized} from '../errors.ts'
import type {Identity, LakeEnv} from '../types.ts'

/** Refuses whoever may only see published documents. Returns who asks. */
export function requireRead(c: Context<LakeEnv>): Identity {
  const identity = c.get('identity')
  if (identity.rights === 'none') throw unauthorized('This needs a token with read access, or a session of the Studio')
  return identity
}

/** Whether this identity may change documents. */
export const mayWrite = ({rights}: Identity): boolean => rights === 'write' || rights === 'admin'

/** Refuses whoever may not change anything. Returns who asks. */
export function requireWrite(c: Context<LakeEnv>): Identity {
  const identity = requireRead(c)
  if (!mayWrite(identity)) throw forbidden('Insufficient permissions: this token may only read')
  return identity
}

/** Refuses whoever may not manage the lake as a whole: sessions of browsers may not either. Returns who asks. */
export function requireAdmin(c: Context<LakeEnv>): Identity {
  const identity = requireRead(c)
  if (identity.rights !== 'admin') throw forbidden('Insufficient permissions: this needs the admin token')
  return identity
}
