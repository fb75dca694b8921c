import {randomBytes} from 'node:crypto'
import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

export interface Tokens {
  read: string
  write: string
}

interface TokenSources {
  dir: string
  readToken?: string | undefined
  writeToken?: string | undefined
}

function readTokenFile(file: string): Partial<Tokens> {
  if (!existsSync(file)) return {}
  const explain = `${file} does not hold {"read": "…", "write": "…"}. Delete it to have new tokens made.`
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(explain)
  }
  if (!parsed || typeof parsed !== 'object' || !('read' in parsed) || !('write' in parsed)) throw new Error(explain)
  const {read, write} = parsed
  if (typeof read !== 'string' || typeof write !== 'string' || !read || !write) throw new Error(explain)
  return {read, write}
}

/**
 * The tokens of this lake: the option, else the environment, else made once and kept in `tokens.json`, which only its
 * owner can read.
 */
export function resolveTokens(sources: TokenSources, env: NodeJS.ProcessEnv = process.env): Tokens {
  const write = sources.writeToken || env.SANITY_API_WRITE_TOKEN
  const read = sources.readToken || env.SANITY_API_READ_TOKEN
  if (read && read === write) throw new Error('The read token and the write token are the same: give each its own.')
  if (read && write) return {read, write}
  const file = join(sources.dir, 'tokens.json')
  const kept = readTokenFile(file)
  const made = () => randomBytes(32).toString('base64url')
  const stored: Tokens = {read: kept.read ?? made(), write: kept.write ?? made()}
  if (!kept.read) writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`, {mode: 0o600})
  // A file from an earlier copy or restore may have been opened up since.
  chmodSync(file, 0o600)
  return {read: read ?? stored.read, write: write ?? stored.write}
}
