import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {expect, test} from 'vitest'
import {smallFileSystem} from '@/tests/support/smallFileSystem.ts'
import {refusalOf, remedyFor, writeWhole} from './files.ts'

const systemError = (code: string) => Object.assign(new Error(code), {code})
const sqliteError = (errcode: number) => Object.assign(new Error(), {code: 'ERR_SQLITE_ERROR', errcode})

test.each([
  [systemError('ENOSPC'), 'Make room on its disk, or name another place.'],
  [systemError('EDQUOT'), 'Make room on its disk, or name another place.'],
  [
    systemError('EROFS'),
    /^Its file system is read-only: remount it, or, .* systemd, .* ReadWritePaths=; or name another place\.$/,
  ],
  [systemError('EACCES'), /^Run this as the user whom it belongs to, .* \(chown, chmod\), or name another place\.$/],
  [systemError('EPERM'), /chown, chmod/],
  [systemError('ENOTDIR'), /^A file is named where a folder is needed/],
  [systemError('EISDIR'), /^A file is named where a folder is needed/],
  [systemError('EIO'), /^The disk fails: .*journalctl -k/],
  // SQLITE_FULL; SQLITE_READONLY_DBMOVED, SQLITE_IOERR_WRITE and SQLITE_CORRUPT_VTAB, in their extended forms
  [sqliteError(13), /^Make room/],
  [sqliteError(8 + 256 * 4), /^Run this as the user/],
  [sqliteError(10 + 256 * 3), /^The disk fails/],
  [sqliteError(11 + 256), /^It is damaged/],
  [sqliteError(26), /^It is damaged/],
])('%o has a remedy: %s', (error, sentence) => {
  const refusal = refusalOf(error)
  expect(refusal && remedyFor(refusal)).toMatch(sentence)
})

test('other errors, of SQL and of the network, have none', () => {
  const database = new DatabaseSync(':memory:')
  let wrong: unknown
  try {
    database.exec('select')
  } catch (error) {
    wrong = error
  }
  expect([wrong, systemError('ECONNREFUSED'), new TypeError('no'), 'ENOSPC'].map((one) => refusalOf(one))).toEqual(
    Array(4).fill(undefined),
  )
})

test('a full disk keeps a file as it is, takes the same content again, and is named with the file', (context) => {
  const {folder, fill} = smallFileSystem(context, 64)
  const file = join(folder, 'webhooks.json')
  writeWhole(file, '["before"]')
  const makeRoom = fill()
  writeWhole(file, '["before"]')
  expect(() => writeWhole(file, '["after"]')).toThrow(
    /webhooks\.json cannot be written \(ENOSPC.*\)\. Make room on its/,
  )
  expect([readFileSync(file, 'utf8'), readdirSync(folder).sort()]).toEqual(['["before"]', ['ballast', 'webhooks.json']])
  makeRoom()
  writeWhole(file, '["after"]')
  expect(readFileSync(file, 'utf8')).toBe('["after"]')
})

test('a read-only disk is named with the file, also where a write was cut off before', (context) => {
  const {folder, setReadOnly} = smallFileSystem(context, 64)
  const file = join(folder, 'webhooks.json')
  writeFileSync(`${file}.new`, '[')
  setReadOnly()
  expect(() => writeWhole(file, '[]')).toThrow(
    /webhooks\.json cannot be written \(EROFS.*\)\. Its file system is read-only/,
  )
})
