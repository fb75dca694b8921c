import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fingerprint} from './fingerprint.ts'
import {dataDir, root, studioBuildDir} from './paths.ts'
import {seconds, step} from './report.ts'
import {runCommand} from './runCommand.ts'

const sources = [
  'studio',
  'sanity/env.ts',
  'sanity/health',
  'sanity/localize.ts',
  'sanity/projections',
  'sanity/roles',
  'sanity/lake/src/browser',
  'lib',
  'package-lock.json',
]

/** Builds the Studio unless what it is made of has not changed since the last build. */
export async function buildStudio(publicVariables: Record<string, string | undefined>): Promise<void> {
  const stamp = join(dataDir, 'studio-build')
  const now = fingerprint(sources, [studioBuildDir, JSON.stringify(publicVariables)])
  if (existsSync(join(studioBuildDir, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  const start = performance.now()
  step('Building the Studio (about 15 s)')
  await runCommand(join(root, 'node_modules/.bin/sanity'), ['build', studioBuildDir, '--yes'], {
    cwd: join(root, 'studio'),
    env: {...publicVariables, DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1'},
    failure: 'The Studio could not be built; the messages above say why.',
  })
  mkdirSync(dataDir, {recursive: true})
  writeFileSync(stamp, now)
  step(`Studio built in ${seconds(start)}`)
}
