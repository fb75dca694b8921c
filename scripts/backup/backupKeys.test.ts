import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {generateIdentity, identityToRecipient} from 'age-encryption'
import {expect, test} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {readBackupKeys} from './backupKeys.ts'

test('keys are read as the age tool writes them, several of a kind, too', async () => {
  const keys = [await generateIdentity(), await generateIdentity()]
  const recipients = await Promise.all(keys.map(identityToRecipient))
  const file = join(temporaryFolder(), 'keys')
  writeFileSync(file, `# created: 2026\n${keys.join('\n')}\n`)
  expect(readBackupKeys({BACKUP_RECIPIENTS: recipients.join(', '), BACKUP_IDENTITY: file})).toEqual({
    recipients,
    identities: keys,
    passphrase: undefined,
  })
})

test('a key that is mistyped or cut off is named by its variable, before a night without a backup', async () => {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const file = join(temporaryFolder(), 'keys')
  for (const wrong of ['age1nonsense', recipient.slice(0, -1), `${recipient} ${identity}`]) {
    expect(() => readBackupKeys({BACKUP_RECIPIENTS: wrong}), wrong).toThrow(
      'BACKUP_RECIPIENTS is no list of public keys',
    )
  }
  for (const wrong of ['', recipient, identity.slice(0, -1)]) {
    writeFileSync(file, wrong)
    expect(() => readBackupKeys({BACKUP_IDENTITY: file}), wrong).toThrow('BACKUP_IDENTITY names a file without')
  }
  expect(() => readBackupKeys({BACKUP_IDENTITY: '/nowhere'})).toThrow('BACKUP_IDENTITY names no file')
})
