import {createHash, randomBytes, scrypt, scryptSync, timingSafeEqual} from 'node:crypto'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {promisify} from 'node:util'
import type {Identity} from '../types.ts'
import {writePrivateFile} from './writePrivateFile.ts'

/** OWASP's setting for 32 MB: about a third of a second for each guess. */
const COST = {N: 2 ** 15, r: 8, p: 3}
const KEY_LENGTH = 32
/** More is not looked at: hashing it would cost the lake more than whoever sends it. */
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

/** Hashes a password for keeping. The same salt gives the same hash. */
export function hashPassword(password: string, salt: Buffer = randomBytes(16)): PasswordHash {
  return written(salt, scryptSync(normalized(password), salt, KEY_LENGTH, optionsOf(COST)))
}

/** The same without holding up other requests. */
export async function hashInBackground(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16)
  return written(salt, await derive(normalized(password), salt, KEY_LENGTH, optionsOf(COST)))
}

/** The hash of no password, which takes as long to look at as any other. */
export const dummyHash = (): PasswordHash => written(randomBytes(16), randomBytes(KEY_LENGTH))

/** Whether a hash was made with less work than a new one is. */
export const isOutdated = ({N, r, p}: PasswordHash): boolean => N * r * p < COST.N * COST.r * COST.p

/** Whether this is the password, in a time that says neither how near it is nor how old its hash. */
export async function isPassword(given: string, known: PasswordHash): Promise<boolean> {
  if (given.length > MAX_LENGTH) return false
  const expected = Buffer.from(known.hash, 'base64')
  const salt = Buffer.from(known.salt, 'base64')
  const derived = await derive(normalized(given), salt, expected.length, optionsOf(known))
  // An older hash takes less work: the rest of it is done for nothing.
  const p = COST.p - Math.round((known.N * known.r * known.p) / (COST.N * COST.r))
  if (p > 0) await derive('', salt, KEY_LENGTH, optionsOf({...COST, p}))
  return timingSafeEqual(derived, expected)
}

/** Keeps a password in the lake's folder. Throws one sentence for a password that is not to be used. */
export function savePassword(dir: string, password: string): void {
  checkPassword(password)
  savePasswordHash(dir, hashPassword(password))
}

export function savePasswordHash(dir: string, hash: PasswordHash): void {
  writePrivateFile(fileOf(dir), `${JSON.stringify(hash, null, 2)}\n`)
}

/** Whether the password comes from an option or `LAKE_PASSWORD`, which nothing in the folder overrides. */
export const isPasswordGiven = (password: string | undefined, env: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(password || env.LAKE_PASSWORD)

/** The password of a lake: from the option or `LAKE_PASSWORD`, else the one that is kept, if any. */
export function resolvePassword(
  {dir, password, secret}: {dir: string; password: string | undefined; secret: string},
  env: NodeJS.ProcessEnv = process.env,
): PasswordHash | undefined {
  const given = password || env.LAKE_PASSWORD
  if (!given) return readPasswordFile(fileOf(dir))
  checkPassword(given)
  // Always the same for the same password, so that sessions outlive a restart.
  return hashPassword(given, createHash('sha256').update(`password:${secret}`).digest().subarray(0, 16))
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

const MIN_PASSWORD_LENGTH = 10
/** Names of the product and of its trade that the first guesses are made of. */
const PRODUCT_WORDS = ['contentlake', 'lake', 'sanity', 'studio', 'content', 'admin', 'marketing', 'password']
/** How many letters a password needs besides words that anybody would guess. */
const MIN_OWN_LETTERS = 4

export type PasswordProblem = 'short' | 'long' | 'common' | 'context'

const SENTENCES: Record<PasswordProblem, string> = {
  short: `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`,
  long: `The password may have at most ${MAX_LENGTH} characters.`,
  common: 'This password is among the most frequent ones that have leaked elsewhere: take another.',
  context: 'The password is little more than the name of the person or the product: take another.',
}

let common: ReadonlySet<string> | undefined

/** Frequent passwords of enough characters, from breaches. Read when first needed. */
function commonPasswords(): ReadonlySet<string> {
  const lines = () => readFileSync(new URL('./commonPasswords.txt', import.meta.url), 'utf8').split('\n')
  common ??= new Set(lines().filter((line) => line !== '' && !line.startsWith('# ')))
  return common
}

/** What is wrong with a new password, if anything. Any characters do: there are no rules about kinds of them. */
export function findProblem(password: string, words: readonly string[] = []): PasswordProblem | undefined {
  // Counted as people count, so that one emoji is no two characters.
  if (Array.from(password).length < MIN_PASSWORD_LENGTH) return 'short'
  if (password.length > MAX_LENGTH) return 'long'
  const folded = password.normalize('NFKC').toLowerCase()
  if (commonPasswords().has(folded)) return 'common'
  const known = [...PRODUCT_WORDS, ...words].filter((word) => word.length >= 3 || /\P{ASCII}/u.test(word))
  const rest = known.sort((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), folded)
  const letters = rest.match(/\p{L}/gu)?.length ?? 0
  return rest !== folded && letters < MIN_OWN_LETTERS ? 'context' : undefined
}

/** Throws one sentence for a password that is not to be used. `words`: what else anybody would guess first. */
export function checkPassword(password: string, words: readonly string[] = []): void {
  const problem = findProblem(password, words)
  if (problem) throw new Error(SENTENCES[problem])
}

/** The words in a user's id, name and address. */
export const wordsOf = ({id, name, email = ''}: Pick<Identity, 'id' | 'name' | 'email'>): string[] =>
  [id, name, ...email.split('@')].flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
