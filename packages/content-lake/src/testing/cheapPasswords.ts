import type {ScryptOptions} from 'node:crypto'
import {vi} from 'vitest'

/**
 * Lets scrypt do a thousandth of its work in this process: tests check many passwords, and each costs a third of a second of
 * processor time. What is written of a hash, and the passwords of lakes in processes of their own, are unchanged.
 */
vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>()
  const cheap = (options: ScryptOptions): ScryptOptions => ({...options, N: 32})
  return {
    ...real,
    scryptSync: (password: string, salt: Buffer, length: number, options: ScryptOptions) =>
      real.scryptSync(password, salt, length, cheap(options)),
    scrypt: (
      password: string,
      salt: Buffer,
      length: number,
      options: ScryptOptions,
      done: (error: Error | null, key: Buffer) => void,
    ) => real.scrypt(password, salt, length, cheap(options), done),
  }
})
