import {existsSync, readFileSync} from 'node:fs'
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
    .regex(/^age1[\da-z]+([\s,]+age1[\da-z]+)*$/, 'is no list of public keys of age, such as age1qyq…')
    .optional(),
  BACKUP_IDENTITY: z.string().refine(existsSync, 'names no file').optional(),
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
  const identities = read.BACKUP_IDENTITY ? readFileSync(read.BACKUP_IDENTITY, 'utf8') : ''
  return {
    recipients: read.BACKUP_RECIPIENTS?.split(/[\s,]+/) ?? [],
    identities: identities.split('\n').flatMap((line) => (line.startsWith('AGE-SECRET-KEY-') ? line.trim() : [])),
    passphrase: read.BACKUP_PASSPHRASE,
  }
}

function readKeys(env: Record<string, string | undefined>): z.output<typeof variables> {
  try {
    return readVariables(variables, env)
  } catch (error) {
    throw new UserError(messageOf(error))
  }
}
