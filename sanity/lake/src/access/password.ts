import {createHash, randomBytes, scrypt, scryptSync, timingSafeEqual} from 'node:crypto'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {writePrivateFile} from './writePrivateFile.ts'

/** 32 MB and about a tenth of a second for each guess. */
const COST = {N: 2 ** 15, r: 8, p: 1}
const KEY_LENGTH = 32
const MIN_LENGTH = 10
const MAX_LENGTH = 1024

export interface PasswordHash {
  algorithm: 'scrypt'
  N: number
  r: number
  p: number
  salt: string
  hash: string
}

type Cost = Pick<PasswordHash, 'N' | 'r' | 'p'>

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const optionsOf = ({N, r, p}: Cost) => ({N, r, p, maxmem: 256 * N * r})
const normalized = (password: string) => password.normalize('NFKC')
const fileOf = (dir: string) => join(dir, 'password.json')

/** Hashes a password for keeping. The same salt gives the same hash. */
export function hashPassword(password: string, salt: Buffer = randomBytes(16)): PasswordHash {
  const hash = scryptSync(normalized(password), salt, KEY_LENGTH, optionsOf(COST))
  return {algorithm: 'scrypt', ...COST, salt: salt.toString('base64'), hash: hash.toString('base64')}
}

/** Whether this is the password, in a time that says nothing about how near it is. */
export async function isPassword(given: string, known: PasswordHash): Promise<boolean> {
  if (given.length > MAX_LENGTH) return false
  const expected = Buffer.from(known.hash, 'base64')
  const salt = Buffer.from(known.salt, 'base64')
  return timingSafeEqual(await derive(normalized(given), salt, expected.length, optionsOf(known)), expected)
}

/** Keeps a new password in the lake's folder. Throws one sentence for a password that is too short. */
export function keepPassword(dir: string, password: string): void {
  checkLength(password)
  writePrivateFile(fileOf(dir), `${JSON.stringify(hashPassword(password), null, 2)}\n`)
}

/** The password of a lake: from the option or `LAKE_PASSWORD`, else the one that is kept, if any. */
export function resolvePassword(
  {dir, password, secret}: {dir: string; password: string | undefined; secret: string},
  env: NodeJS.ProcessEnv = process.env,
): PasswordHash | undefined {
  const given = password || env.LAKE_PASSWORD
  if (!given) return readPasswordFile(fileOf(dir))
  checkLength(given)
  // Always the same for the same password, so that sessions outlive a restart.
  return hashPassword(given, createHash('sha256').update(`password:${secret}`).digest().subarray(0, 16))
}

/** Throws one sentence for a password that is too short or too long. */
export function checkLength(password: string): void {
  if (password.length < MIN_LENGTH) throw new Error(`The password needs at least ${MIN_LENGTH} characters.`)
  if (password.length > MAX_LENGTH) throw new Error(`The password may have at most ${MAX_LENGTH} characters.`)
}

function readPasswordFile(file: string): PasswordHash | undefined {
  if (!existsSync(file)) return undefined
  let kept: PasswordHash | undefined
  try {
    kept = asPasswordHash(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // As if it held something else.
  }
  // Never taken for "no password": that would open the lake.
  if (!kept) throw new Error(`${file} cannot be read. Set the password again with --set-password.`)
  return kept
}

/** A hash as `hashPassword` makes it; undefined for anything else. */
export function asPasswordHash(value: unknown): PasswordHash | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const {algorithm, N, r, p, salt, hash}: Partial<Record<keyof PasswordHash, unknown>> = value
  if (algorithm !== 'scrypt' || typeof salt !== 'string' || typeof hash !== 'string' || hash === '') return undefined
  return typeof N === 'number' && typeof r === 'number' && typeof p === 'number'
    ? {algorithm, N, r, p, salt, hash}
    : undefined
}
