import {randomBytes} from 'node:crypto'
import {existsSync, mkdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {writeWhole} from './files.ts'
import {dataDir} from './paths.ts'

const file = join(dataDir, 'webhook-secret')

/** Returns the secret that signs webhooks; undefined before one was set or generated. */
export function knownWebhookSecret(env: NodeJS.ProcessEnv): string | undefined {
  if (env.SANITY_WEBHOOK_SECRET?.trim()) return env.SANITY_WEBHOOK_SECRET
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}

/**
 * Returns the secret that signs webhooks: `SANITY_WEBHOOK_SECRET`, else one generated at first start, in a file that
 * only its owner can read.
 */
export function webhookSecret(env: NodeJS.ProcessEnv): string {
  const known = knownWebhookSecret(env)
  if (known !== undefined) return known
  const secret = randomBytes(32).toString('base64url')
  mkdirSync(dirname(file), {recursive: true, mode: 0o700})
  writeWhole(file, `${secret}\n`, 0o600)
  return secret
}
