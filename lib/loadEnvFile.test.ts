import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {temporaryFolder} from '../tests/support/temporaryFolder.ts'
import {loadEnvFile} from './loadEnvFile.ts'

function loaded(content: string | Buffer, given: Record<string, string> = {}): NodeJS.ProcessEnv {
  const file = join(temporaryFolder(), '.env.local')
  writeFileSync(file, content)
  const env: NodeJS.ProcessEnv = {NODE_ENV: 'test', ...given}
  loadEnvFile(file, env)
  return env
}

test('the shell wins over the file', () => {
  expect(loaded('PORT=1\nHOST=::1\n', {PORT: '2'})).toEqual({NODE_ENV: 'test', PORT: '2', HOST: '::1'})
})

test('a file from Windows has its first line, too', () => {
  expect(loaded('\uFEFFPORT=4000\r\nHOST=::1\r\n')).toEqual({NODE_ENV: 'test', PORT: '4000', HOST: '::1'})
})

test('a file that cannot be read is one sentence', () => {
  expect(() => loaded(Buffer.from('\uFEFFPORT=4000\r\n', 'utf16le'))).toThrow(
    /^\.env\.local cannot be read \(it is no UTF-8.*\)\. Make it a text file in UTF-8/,
  )
  const folder = join(temporaryFolder(), '.env.local')
  mkdirSync(folder)
  expect(() => loadEnvFile(folder, {NODE_ENV: 'test'})).toThrow(
    /^\.env\.local cannot be read \(EISDIR.*\)\. Make it a text file/,
  )
})

test('no file is no variable', () => {
  const env: NodeJS.ProcessEnv = {NODE_ENV: 'test'}
  loadEnvFile(join(temporaryFolder(), '.env.local'), env)
  expect(env).toEqual({NODE_ENV: 'test'})
})
