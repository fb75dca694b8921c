import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test, vi} from 'vitest'

const folder = vi.hoisted(() => ({dataDir: ''}))
vi.mock('./paths.ts', () => {
  folder.dataDir = mkdtempSync(join(tmpdir(), 'webhook-secret-'))
  return folder
})
const {knownWebhookSecret, webhookSecret} = await import('./webhookSecret.ts')
const env = {NODE_ENV: 'test'} as const

afterAll(() => rmSync(folder.dataDir, {recursive: true, force: true}))

test('a secret is made once, for its owner alone, and again where its file was cut off', () => {
  const file = join(folder.dataDir, 'webhook-secret')
  writeFileSync(file, '\n')
  expect(knownWebhookSecret(env)).toBeUndefined()
  const secret = webhookSecret(env)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(webhookSecret(env)).toBe(secret)
  expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.dataDir)).toEqual(['webhook-secret'])
  expect(webhookSecret({...env, SANITY_WEBHOOK_SECRET: 'set'})).toBe('set')
})
