import type {Context} from 'hono'
import {forbidden} from '../errors.ts'
import type {Identity, LakeEnv} from '../types.ts'
import {requireRead} from './requireRead.ts'

/** Whether this identity may change documents. */
export const mayWrite = ({rights}: Identity): boolean => rights === 'write' || rights === 'admin'

/** Refuses whoever may not change anything. Returns who asks. */
export function requireWrite(c: Context<LakeEnv>): Identity {
  const identity = requireRead(c)
  if (!mayWrite(identity)) throw forbidden('Insufficient permissions: this token may only read')
  return identity
}
