import {readFileSync} from 'node:fs'
import type {Identity} from '../types.ts'

const MIN_PASSWORD_LENGTH = 10
const MAX_LENGTH = 1024
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
export function problemOf(password: string, words: readonly string[] = []): PasswordProblem | undefined {
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
  const problem = problemOf(password, words)
  if (problem) throw new Error(SENTENCES[problem])
}

/** The words in a user's id, name and address. */
export const wordsOf = ({id, name, email = ''}: Pick<Identity, 'id' | 'name' | 'email'>): string[] =>
  [id, name, ...email.split('@')].flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
