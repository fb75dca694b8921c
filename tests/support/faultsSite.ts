import {spawn} from 'node:child_process'
import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {root} from '../../scripts/product/paths.ts'
import {sendWebhook} from './sendWebhook.ts'
import {type RunningSite, startBuiltSite} from './startBuiltSite.ts'
import {testEnvironment, testProduct} from './testProduct.ts'

const sitePort = testProduct.sitePort + 14
const secret = 'webhook-secret-of-the-faults'
const buildDir = '.next-test-faults'
const failWritesFile = join(testProduct.dataDir, 'fail-writes')

/** A second site on the test product's lake, which it reaches through a faulty proxy. */
export const faultsSite = {url: `http://localhost:${sitePort}`, port: sitePort, proxyPort: sitePort + 1}

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...testEnvironment(),
  PORT: String(sitePort),
  SITE_BUILD_DIR: buildDir,
  NEXT_PUBLIC_SANITY_API_HOST: `http://localhost:${faultsSite.proxyPort}`,
  SANITY_WEBHOOK_SECRET: secret,
  // Three attempts wait this long for a content API that hangs.
  SANITY_API_TIMEOUT: '2000',
  FAIL_WRITES_FILE: failWritesFile,
  FAIL_WRITES_BELOW: join(root, buildDir),
  NEXT_TELEMETRY_DISABLED: '1',
  NODE_ENV: 'production',
}

/** Builds the site without an earlier build. Resolves with the build's output. */
export async function buildFirstTime(): Promise<string> {
  rmSync(join(root, buildDir), {recursive: true, force: true})
  rmSync(failWritesFile, {force: true})
  const build = spawn(join(root, 'node_modules/.bin/next'), ['build'], {cwd: root, env: environment})
  const output: Buffer[] = []
  build.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  build.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise((resolve) => build.once('close', resolve))
  const text = Buffer.concat(output).toString()
  if (code !== 0) throw new Error(`The build ended with ${code}:\n${text}`)
  return text
}

/** Serves the build. */
export function startFaultsSite(): Promise<RunningSite> {
  return startBuiltSite(environment, ['--import', join(root, 'tests/support/failWrites.mjs')])
}

/** Sends a signed webhook to the site once. Resolves with the response's status. */
export function notifySite(documentId: string): Promise<number> {
  return sendWebhook(faultsSite.url, secret, documentId)
}

/** Runs `outage` while the site cannot write to its build's folder. */
export async function whileWritesFail(code: 'ENOSPC' | 'EROFS', outage: () => Promise<void>): Promise<void> {
  writeFileSync(failWritesFile, code)
  try {
    await outage()
  } finally {
    rmSync(failWritesFile)
  }
}
