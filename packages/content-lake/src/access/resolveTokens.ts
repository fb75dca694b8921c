import {randomBytes} from 'node:crypto'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Tokens} from '../types.ts'
import {writePrivateFile} from './writePrivateFile.ts'

interface TokenSources {
  dir: string
  readToken?: string | undefined
  writeToken?: string | undefined
  adminToken?: string | undefined
}

const isToken = (value: unknown): value is string => typeof value === 'string' && value !== ''

function readTokenFile(file: string): Partial<Tokens> {
  if (!existsSync(file)) return {}
  const explain = `${file} does not hold {"read": "…", "write": "…", "admin": "…"}. Delete it to have new tokens made.`
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(explain)
  }
  if (!parsed || typeof parsed !== 'object') throw new Error(explain)
  const {read, write, admin}: Partial<Record<keyof Tokens, unknown>> = parsed
  if (!isToken(read) || !isToken(write) || !isToken(admin)) throw new Error(explain)
  return {read, write, admin}
}

/**
 * The lake's tokens: the option, else the environment, else generated once and kept in `tokens.json`, readable by its
 * owner only.
 */
export function resolveTokens(sources: TokenSources, env: NodeJS.ProcessEnv = process.env): Tokens {
  const given = {
    read: sources.readToken || env.SANITY_API_READ_TOKEN,
    write: sources.writeToken || env.SANITY_API_WRITE_TOKEN,
    admin: sources.adminToken || env.SANITY_API_ADMIN_TOKEN,
  }
  const known = Object.values(given).filter(isToken)
  if (new Set(known).size < known.length) {
    throw new Error('Two of the read, write and admin tokens are the same: give each its own.')
  }
  if (given.read && given.write && given.admin) return {read: given.read, write: given.write, admin: given.admin}
  const file = join(sources.dir, 'tokens.json')
  const kept = readTokenFile(file)
  const made = () => randomBytes(32).toString('base64url')
  const stored: Tokens = {read: kept.read ?? made(), write: kept.write ?? made(), admin: kept.admin ?? made()}
  // Rewrite even if unchanged: a copied or restored file may have looser permissions.
  writePrivateFile(file, `${JSON.stringify(stored, null, 2)}\n`)
  return {read: given.read || stored.read, write: given.write || stored.write, admin: given.admin || stored.admin}
}
