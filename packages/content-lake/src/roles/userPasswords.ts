import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {asPasswordHash, hashPassword, type PasswordHash} from '../access/password.ts'
import {checkPassword, wordsOf} from '../access/passwordRules.ts'
import {writePrivateFile} from '../access/writePrivateFile.ts'
import {LakeOpenError} from '../errors.ts'
import type {Identity} from '../types.ts'

const fileOf = (dir: string) => join(dir, 'user-passwords.json')

/** The hashes that the lake's folder keeps, by user id. Throws a sentence for a file that it cannot read. */
export function readUserPasswords(dir: string): Map<string, PasswordHash> {
  const file = fileOf(dir)
  if (!existsSync(file)) return new Map()
  const unreadable = new LakeOpenError(
    `${file} cannot be read. Delete it and set the passwords again with --set-password --user <id>.`,
  )
  let kept: unknown
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw unreadable
  }
  if (typeof kept !== 'object' || kept === null) throw unreadable
  return new Map(
    Object.entries(kept).map(([id, value]) => {
      const hash = asPasswordHash(value)
      if (!hash) throw unreadable
      return [id, hash]
    }),
  )
}

/** Keeps a user's new password in the lake's folder. Throws one sentence for a password that is not to be used. */
export function keepUserPassword(dir: string, user: Pick<Identity, 'id' | 'name' | 'email'>, password: string): void {
  checkPassword(password, wordsOf(user))
  keepUserPasswordHash(dir, user.id, hashPassword(password))
}

export function keepUserPasswordHash(dir: string, id: string, hash: PasswordHash): void {
  const kept = readUserPasswords(dir).set(id, hash)
  writePrivateFile(fileOf(dir), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
