import {existsSync, readFileSync} from 'node:fs'
import {Decrypter, Encrypter} from 'age-encryption'
import {z} from 'zod'
import {messageOf} from '../../lib/messageOf.ts'
import {readVariables} from '../../lib/variables.ts'
import {UserError} from '../product/report.ts'

/** Keys of backups, as the `age` tool makes and takes them. */
export interface BackupKeys {
  /** Public keys: whoever has only these can write backups and read none. */
  recipients: string[]
  /** Secret keys. */
  identities: string[]
  passphrase: string | undefined
}

const variables = z.object({
  BACKUP_RECIPIENTS: z
    .string()
    .transform((text) => text.split(/[\s,]+/))
    .refine((keys) => keys.every(isRecipient), 'is no list of public keys of age, such as age1qyq…')
    .optional(),
  BACKUP_IDENTITY: z
    .string()
    .refine(existsSync, {error: 'names no file', abort: true})
    .transform(identitiesIn)
    .refine(
      (keys) => keys.length > 0 && keys.every(isIdentity),
      'names a file without a secret key of age, or with a damaged one',
    )
    .optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
})

/** Reads the keys from the environment. Throws UserError with what is wrong. */
export function readBackupKeys(env: Record<string, string | undefined>): BackupKeys {
  const read = readKeys(env)
  if (read.BACKUP_RECIPIENTS && read.BACKUP_PASSPHRASE && !read.BACKUP_IDENTITY) {
    throw new UserError(
      'BACKUP_RECIPIENTS and BACKUP_PASSPHRASE are both set. Choose one: a backup is encrypted for keys or with a passphrase.',
    )
  }
  return {
    recipients: read.BACKUP_RECIPIENTS ?? [],
    identities: read.BACKUP_IDENTITY ?? [],
    passphrase: read.BACKUP_PASSPHRASE,
  }
}

/** The secret keys of a file that `age-keygen` has written. */
function identitiesIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line) => (line.startsWith('AGE-SECRET-KEY-') ? line.trim() : []))
}

/** They have a checksum, so that a mistyped one is noticed. */
const isRecipient = (key: string) => succeeds(() => new Encrypter().addRecipient(key))
const isIdentity = (key: string) => succeeds(() => new Decrypter().addIdentity(key))

function succeeds(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

function readKeys(env: Record<string, string | undefined>): z.output<typeof variables> {
  try {
    return readVariables(variables, env)
  } catch (error) {
    throw new UserError(messageOf(error))
  }
}
