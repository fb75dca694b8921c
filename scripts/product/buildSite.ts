import {existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fingerprint} from './fingerprint.ts'
import {dataDir, root, siteBuildDir} from './paths.ts'
import {seconds, step} from './report.ts'
import {runCommand} from './runCommand.ts'

const folders = ['app', 'components', 'i18n', 'lib', 'sanity/queries', 'sanity/projections', 'public']
/** Next writes it at each build. */
const generated = 'next-env.d.ts'
const files = ['sanity/*.ts', '*.ts', 'tsconfig*.json', 'package-lock.json']

interface BuildOptions {
  env: Record<string, string | undefined>
  publicVariables: Record<string, string | undefined>
  /** A fresh dataset: pages of an earlier build would show other content. */
  freshContent: boolean
}

/** Builds the site, all pages pre-rendered, unless neither its sources nor the dataset are new. */
export async function buildSite({env, publicVariables, freshContent}: BuildOptions): Promise<void> {
  const stamp = join(dataDir, 'site-build')
  const now = fingerprint(
    [...folders, ...globSync(files, {cwd: root}).filter((file) => file !== generated)],
    [siteBuildDir, JSON.stringify(publicVariables)],
  )
  const built = existsSync(join(siteBuildDir, 'BUILD_ID')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now
  if (built && !freshContent) return
  const start = performance.now()
  step('Building the site: 100 pages (about 30 s)')
  // Fetches kept from an earlier build would be older than the content.
  rmSync(join(siteBuildDir, 'cache/fetch-cache'), {recursive: true, force: true})
  await runCommand(join(root, 'node_modules/.bin/next'), ['build'], {
    env: {...env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production'},
    failure: 'The site could not be built; the messages above say why.',
  })
  mkdirSync(dataDir, {recursive: true})
  writeFileSync(stamp, now)
  step(`Site built in ${seconds(start)}`)
}
