/** The checks of `npm test`, `npm run check` and `npm run fuzz`: commands, test runners and their totals. */
import {spawn} from 'node:child_process'
import {existsSync, readFileSync, rmSync} from 'node:fs'
import {basename, join, relative} from 'node:path'
import {isObject, parseJson} from '../../lib/json.ts'
import {bin, dataDir, root, seedDir} from '../product/paths.ts'
import {seconds, step} from '../product/report.ts'

/** A command that counts as one test. */
interface Check {
  title: string
  command: string
  args: string[]
}

/** Numbers of tests by result, and the names of those that failed. */
export interface Tally {
  passed: number
  skipped: number
  failures: string[]
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

/** The type check of each project. Files that are unchanged since the last one, in either command, are not checked again. */
export const typeChecks: readonly Check[] = [
  ['Types of the site', '.'],
  ['Types of the Studio', 'studio'],
  ['Types of the content lake', 'packages/content-lake'],
].map(([title = '', folder = '']) => {
  const buildInfo = join(dataDir, 'check', `${basename(join(root, folder))}.tsbuildinfo`)
  return {title, command: bin('tsc'), args: ['-p', folder, '--noEmit', '--incremental', '--tsBuildInfoFile', buildInfo]}
})

/** Runs a check. Its output is shown only if it fails. */
export async function runCheck(check: Check): Promise<Tally> {
  const isPassed = await run(check, {}, 'pipe')
  return isPassed ? {passed: 1, skipped: 0, failures: []} : {passed: 0, skipped: 0, failures: [check.title]}
}

export async function runInTurn(checks: readonly Check[]): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const check of checks) tallies.push(await runCheck(check))
  return tallies
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
  const check = {title: 'Vitest', command: bin('vitest'), args: ['run', ...args, ...reporters]}
  const isPassed = await run(check, env, 'inherit')
  if (!existsSync(file)) return nothingRan('Vitest')
  const {numPassedTests, numPendingTests, testResults}: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  const failures = testResults.flatMap(({name, status, assertionResults}) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({fullName}) => ` › ${fullName}`)
    return (status === 'failed' && failed.length === 0 ? [''] : failed).map((title) => relative(root, name) + title)
  })
  // The report has no word of a rejection that no test has waited for.
  if (!isPassed && failures.length === 0) {
    failures.push('Vitest, outside any test')
    // In one of all that ran: without a report the next check runs all again.
    rmSync(file)
  }
  return {passed: numPassedTests, skipped: numPendingTests, failures}
}

/** Returns when the run of a report began, in milliseconds since 1970, and 0 where there is none, or a part of one. */
export function readStart(report: string): number {
  const file = join(reports, report)
  if (!existsSync(file)) return 0
  const read = parseJson(readFileSync(file, 'utf8'))
  return isObject(read) && typeof read.startTime === 'number' ? read.startTime : 0
}

/** Runs Playwright. A test that passed only on retry is a failed one, and so is a missing report. */
export async function runPlaywright(args: string[], env: Record<string, string>): Promise<Tally> {
  const file = join(reports, 'playwright.json')
  rmSync(file, {force: true})
  const isPassed = await run(
    {title: 'Playwright', command: bin('playwright'), args: ['test', ...args, '--reporter=list,json']},
    {...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file},
    'inherit',
  )
  if (!existsSync(file)) return nothingRan('Playwright')
  const {stats, errors, suites}: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  const failures = [...suites.flatMap(failuresOf), ...errors.map(() => 'Playwright, outside any test')]
  if (!isPassed && failures.length === 0) failures.push('Playwright, outside any test')
  return {passed: stats.expected, skipped: stats.skipped, failures}
}

/** Prints what failed, and the totals as the last line; exits with 1 if a test failed or none passed. */
export function finish(tallies: readonly Tally[], begun: number): never {
  const sum = (field: 'passed' | 'skipped') => tallies.reduce((total, tally) => total + tally[field], 0)
  const [passed, skipped] = [sum('passed'), sum('skipped')]
  const failures = tallies.flatMap((tally) => tally.failures)
  step(`Finished in ${seconds(begun)}`)
  for (const failure of failures) console.log(`✗ ${failure}`)
  console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failures.length > 0 || passed === 0 ? 1 : 0)
}

const nothingRan = (title: string): Tally => ({passed: 0, skipped: 0, failures: [`${title} did not run`]})

/** Returns the tests of a suite that failed, each with its file. */
function failuresOf({file, specs, suites = []}: PlaywrightSuite): string[] {
  const failed = specs.filter(({ok, tests}) => !ok || tests.some(({status}) => status === 'flaky'))
  return [...failed.map(({title}) => `${file} › ${title}`), ...suites.flatMap(failuresOf)]
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  testResults: {name: string; status: string; assertionResults: {fullName: string; status: string}[]}[]
}

interface PlaywrightReport {
  stats: {expected: number; skipped: number}
  errors: unknown[]
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  file: string
  specs: {title: string; ok: boolean; tests: {status: string}[]}[]
  suites?: PlaywrightSuite[]
}

/** Resolves with whether the command succeeded. Piped output is shown only if it failed. */
async function run(
  {title, command, args}: Check,
  env: Record<string, string>,
  output: 'pipe' | 'inherit',
): Promise<boolean> {
  const start = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    env: {...process.env, ...env},
    stdio: ['ignore', output, output],
  })
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
