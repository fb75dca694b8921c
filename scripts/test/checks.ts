/** The checks of `npm test`, `npm run check` and `npm run fuzz`: commands, test runners and their totals. */
import {spawn} from 'node:child_process'
import {existsSync, readFileSync, rmSync} from 'node:fs'
import {basename, join} from 'node:path'
import {bin, root, seedDir} from '../product/paths.ts'
import {seconds, step} from '../product/report.ts'

/** A command that counts as one test. */
interface Check {
  title: string
  command: string
  args: string[]
}

/** Numbers of tests by result. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

export const lintChecks: readonly Check[] = [
  {title: 'Lint and format', command: bin('biome'), args: ['check', '--error-on-warnings']},
  {title: 'No unused file, export or dependency', command: bin('knip'), args: ['--no-progress']},
  {
    title: 'Licences of what runs in production',
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', join(root, 'scripts/notice.ts'), '--check'],
  },
]

/** Checks that generated files match their sources, and that the seed is sound. */
export const contentChecks: readonly Check[] = [
  {
    title: 'Generated types are up to date',
    command: process.execPath,
    args: [join(root, 'scripts/typegen.ts'), '--check'],
  },
  {
    title: 'Content of the seed',
    command: process.execPath,
    args: [
      ...['--disable-warning=ExperimentalWarning', join(root, 'scripts/contentCheck.ts')],
      // On a fixed day: the seed's claims expire some time, which no change is to blame for.
      ...['--file', join(seedDir, 'data.ndjson'), '--on', '2027-01-01'],
    ],
  },
]

/** Returns the type check of each project, incremental if a folder for the build info is given. */
export function typeChecks(buildInfo?: string): Check[] {
  const projects = [
    ['Types of the site', '.'],
    ['Types of the Studio', 'studio'],
    ['Types of the content lake', 'packages/content-lake'],
  ] as const
  return projects.map(([title, folder]) => {
    const file = `${basename(join(root, folder))}.tsbuildinfo`
    const incremental = buildInfo
      ? ['--incremental', '--tsBuildInfoFile', join(buildInfo, file)]
      : ['--incremental', 'false']
    return {title, command: bin('tsc'), args: ['-p', folder, '--noEmit', ...incremental]}
  })
}

/** Runs a check. Its output is shown only if it fails. */
export async function runCheck(check: Check): Promise<Tally> {
  const isPassed = await run(check, {}, 'pipe')
  return {passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0}
}

/** Folder of the test runners' reports. */
export const reports = join(root, 'test-results')

interface VitestRun {
  args?: string[]
  env?: Record<string, string>
  reporter?: 'default' | 'dot'
  /** Name of the report's file. */
  report?: string
}

/** Runs Vitest. A missing report, or a failure outside any test, is one failed test. */
export async function runVitest({
  args = [],
  env = {},
  reporter = 'default',
  report = 'vitest.json',
}: VitestRun): Promise<Tally> {
  const file = join(reports, report)
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${file}`]
  rmSync(file, {force: true})
  await run({title: 'Vitest', command: bin('vitest'), args: ['run', ...args, ...reporters]}, env, 'inherit')
  if (!existsSync(file)) return nothingRan
  const {success, numPassedTests, numFailedTests, numPendingTests}: VitestReport = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const failed = success ? numFailedTests : Math.max(numFailedTests, 1)
  return {passed: numPassedTests, failed, skipped: numPendingTests}
}

/** Runs Playwright. A test that passed only on retry is a failed one, and so is a missing report. */
export async function runPlaywright(args: string[], env: Record<string, string>): Promise<Tally> {
  const file = join(reports, 'playwright.json')
  rmSync(file, {force: true})
  await run(
    {title: 'Playwright', command: bin('playwright'), args: ['test', ...args, '--reporter=list,json']},
    {...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file},
    'inherit',
  )
  if (!existsSync(file)) return nothingRan
  const {stats, errors}: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  return {passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped}
}

/** Prints the totals as the last line and exits, with 1 if a test failed or none passed. */
export function finish(tallies: readonly Tally[], begun: number): never {
  const sum = (field: keyof Tally) => tallies.reduce((total, tally) => total + tally[field], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  step(`Finished in ${seconds(begun)}`)
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}

const nothingRan: Tally = {passed: 0, failed: 1, skipped: 0}

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

interface PlaywrightReport {
  stats: {expected: number; unexpected: number; flaky: number; skipped: number}
  errors: unknown[]
}

/** Resolves with whether the command succeeded. Piped output is shown only if it failed. */
async function run(
  {title, command, args}: Check,
  env: Record<string, string>,
  output: 'pipe' | 'inherit',
): Promise<boolean> {
  const start = performance.now()
  const child = spawn(command, args, {cwd: root, env: {...process.env, ...env}, stdio: ['ignore', output, output]})
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) process.stderr.write(Buffer.concat(chunks))
  step(`${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds(start)}`)
  return code === 0
}
