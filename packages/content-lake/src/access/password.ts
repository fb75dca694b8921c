import {createHash, randomBytes, scrypt, scryptSync, timingSafeEqual} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {readPrivateJson, writePrivateJson} from '../files.ts'
import {isRecord} from '../json.ts'
import type {Identity} from '../types.ts'

/** OWASP's setting for 32 MB: about a third of a second for each guess. */
const COST = {N: 2 ** 15, r: 8, p: 3}
const KEY_LENGTH = 32
/** Bytes that a hash of any cost may take for each guess. */
const MAX_MEMORY = 2 ** 28
/** Longer input is rejected before hashing. */
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

const written = (salt: Buffer, hash: Buffer): PasswordHash => ({
  algorithm: 'scrypt',
  ...COST,
  salt: salt.toString('base64'),
  hash: hash.toString('base64'),
})

/** Hashes a password. The same salt gives the same hash. */
export function hashPassword(password: string, salt: Uint8Array = randomBytes(16)): PasswordHash {
  return written(Buffer.from(salt), scryptSync(normalized(password), salt, KEY_LENGTH, optionsOf(COST)))
}

export async function hashInBackground(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16)
  return written(salt, await derive(normalized(password), salt, KEY_LENGTH, optionsOf(COST)))
}

/** A hash that no password has, for constant-time checks of unknown names. */
export const dummyHash = (): PasswordHash => written(randomBytes(16), randomBytes(KEY_LENGTH))

/** Returns whether a hash was made at a lower cost than today's. */
export const isOutdated = ({N, r, p}: PasswordHash): boolean => N * r * p < COST.N * COST.r * COST.p

/** Verifies a password. The time taken reveals neither how near it is nor the age of its hash. */
export async function isPassword(given: string, known: PasswordHash): Promise<boolean> {
  if (given.length > MAX_LENGTH) return false
  const expected = Buffer.from(known.hash, 'base64')
  const salt = Buffer.from(known.salt, 'base64')
  const derived = await derive(normalized(given), salt, expected.length, optionsOf(known))
  // An older hash is cheaper: spend the difference.
  const p = COST.p - Math.round((known.N * known.r * known.p) / (COST.N * COST.r))
  if (p > 0) await derive('', salt, KEY_LENGTH, optionsOf({...COST, p}))
  return timingSafeEqual(derived, expected)
}

/** Validates a password and saves its hash in the lake's folder. Throws one sentence for an unsuitable password. */
export function savePassword(dir: string, password: string): void {
  checkPassword(password)
  savePasswordHash(dir, hashPassword(password))
}

export function savePasswordHash(dir: string, hash: PasswordHash): void {
  writePrivateJson(fileOf(dir), hash)
}

export const isPasswordGiven = (password: string | undefined): boolean => Boolean(password || process.env.LAKE_PASSWORD)

/** The lake's password: the option, else `LAKE_PASSWORD`, else the saved one. */
export function resolvePassword(
  {dir, password, secret}: {dir: string; password: string | undefined; secret: string},
  env: Readonly<Record<string, string | undefined>> = process.env,
): PasswordHash | undefined {
  const given = password || env.LAKE_PASSWORD
  if (!given) {
    const remedy = 'cannot be read. Set the password again with --set-password.'
    return readPrivateJson(fileOf(dir), asPasswordHash, remedy)
  }
  checkPassword(given)
  // A fixed salt: sessions are bound to the hash and have to survive a restart.
  return hashPassword(given, createHash('sha256').update(`password:${secret}`).digest().subarray(0, 16))
}

/** Narrows a value to a hash made by `hashPassword`; undefined for anything else: every password would fit an empty one. */
export function asPasswordHash(value: unknown): PasswordHash | undefined {
  if (!isRecord(value)) return undefined
  const {algorithm, N, r, p, salt, hash} = value
  if (algorithm !== 'scrypt' || typeof salt !== 'string' || typeof hash !== 'string') return undefined
  if (bytesIn(salt) === 0 || bytesIn(hash) !== KEY_LENGTH) return undefined
  if (!isCount(N) || !isCount(r) || !isCount(p)) return undefined
  const isPossible = N > 1 && Number.isInteger(Math.log2(N)) && 128 * N * r <= MAX_MEMORY
  return isPossible ? {algorithm, N, r, p, salt, hash} : undefined
}

const bytesIn = (base64: string): number => Buffer.from(base64, 'base64').length
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

const MIN_PASSWORD_LENGTH = 10
const PRODUCT_WORDS = ['contentlake', 'lake', 'sanity', 'studio', 'content', 'admin', 'marketing', 'password']
/** Letters required besides guessable words. */
const MIN_OWN_LETTERS = 4

export type PasswordProblem = 'short' | 'long' | 'common' | 'context'

const SENTENCES: Record<PasswordProblem, string> = {
  short: `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`,
  long: `The password may have at most ${MAX_LENGTH} characters.`,
  common: 'This password is among the most frequent ones that have leaked elsewhere: take another.',
  context: 'The password is little more than the name of the person or the product: take another.',
}

let common: ReadonlySet<string> | undefined

function commonPasswords(): ReadonlySet<string> {
  const lines = () => readFileSync(new URL('./commonPasswords.txt', import.meta.url), 'utf8').split('\n')
  common ??= new Set(lines().filter((line) => line !== '' && !line.startsWith('# ')))
  return common
}

/** Validates a new password. Undefined if it is suitable; there are no rules about kinds of characters. */
export function findProblem(password: string, words: readonly string[] = []): PasswordProblem | undefined {
  // Count code points, so that an emoji is one character.
  if (Array.from(password).length < MIN_PASSWORD_LENGTH) return 'short'
  if (password.length > MAX_LENGTH) return 'long'
  const folded = password.normalize('NFKC').toLowerCase()
  if (commonPasswords().has(folded)) return 'common'
  const known = [...PRODUCT_WORDS, ...words].filter((word) => word.length >= 3 || /\P{ASCII}/u.test(word))
  const rest = known.sort((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), folded)
  const letters = rest.match(/\p{L}/gu)?.length ?? 0
  return rest !== folded && letters < MIN_OWN_LETTERS ? 'context' : undefined
}

/** Throws one sentence for an unsuitable password. `words`: further guessable words. */
export function checkPassword(password: string, words: readonly string[] = []): void {
  const problem = findProblem(password, words)
  if (problem) throw new Error(SENTENCES[problem])
}

export const guessableWords = ({id, name, email = ''}: Pick<Identity, 'id' | 'name' | 'email'>): string[] =>
  [id, name, ...email.split('@')].flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
