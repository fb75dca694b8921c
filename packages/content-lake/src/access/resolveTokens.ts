import {randomBytes} from 'node:crypto'
import {join} from 'node:path'
import {readPrivateJson, writePrivateJson} from '../files.ts'
import {isRecord} from '../json.ts'
import type {LakeOptions, Tokens} from '../types.ts'

type TokenSources = Pick<LakeOptions, 'dir' | 'readToken' | 'writeToken' | 'adminToken'>

const isToken = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The first version made no token for the administrator. */
function asTokens(content: unknown): (Omit<Tokens, 'admin'> & Partial<Tokens>) | undefined {
  if (!isRecord(content)) return undefined
  const {read, write, admin} = content
  if (!isToken(read) || !isToken(write)) return undefined
  if (admin === undefined) return {read, write}
  return isToken(admin) ? {read, write, admin} : undefined
}

/** The lake's tokens: the option, else the environment, else generated once and kept in `tokens.json`, mode 0600. */
export function resolveTokens(sources: TokenSources, env: NodeJS.ProcessEnv = process.env): Tokens {
  // Blanks at an end, as files of variables have them, do not arrive: HTTP takes them from the header.
  const tokenOf = (option = '', variable = '') => option.trim() || variable.trim()
  const given = {
    read: tokenOf(sources.readToken, env.SANITY_API_READ_TOKEN),
    write: tokenOf(sources.writeToken, env.SANITY_API_WRITE_TOKEN),
    admin: tokenOf(sources.adminToken, env.SANITY_API_ADMIN_TOKEN),
  }
  const known = Object.values(given).filter(isToken)
  if (new Set(known).size < known.length) {
    throw new Error('Two of the read, write and admin tokens are the same: give each its own.')
  }
  if (given.read && given.write && given.admin) return {read: given.read, write: given.write, admin: given.admin}
  const file = join(sources.dir, 'tokens.json')
  const remedy = 'does not hold {"read": "…", "write": "…", "admin": "…"}. Delete it to have new tokens made.'
  const kept = readPrivateJson(file, asTokens, remedy)
  const made = () => randomBytes(32).toString('base64url')
  const stored = {read: made(), write: made(), admin: made(), ...kept}
  // Rewrite even if unchanged: a copied or restored file may have looser permissions.
  writePrivateJson(file, stored)
  return {read: given.read || stored.read, write: given.write || stored.write, admin: given.admin || stored.admin}
}
