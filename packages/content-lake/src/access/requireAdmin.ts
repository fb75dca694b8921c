import type {Context} from 'hono'
import {forbidden} from '../errors.ts'
import type {Identity, LakeEnv} from '../types.ts'
import {requireRead} from './requireRead.ts'

/** Refuses whoever may not manage the lake as a whole: sessions of browsers may not either. Returns who asks. */
export function requireAdmin(c: Context<LakeEnv>): Identity {
  const identity = requireRead(c)
  if (identity.rights !== 'admin') throw forbidden('Insufficient permissions: this needs the admin token')
  return identity
}
