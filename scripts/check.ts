import {execFile} from 'node:child_process'
import {globSync, readFileSync, statSync} from 'node:fs'
import {join, relative} from 'node:path'
import {promisify} from 'node:util'
import {readCommandLine} from './product/commandLine.ts'
import {bin, root, seedDir} from './product/paths.ts'
import {step} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {finish, lintChecks, readStart, runCheck, runInTurn, runVitest, typeChecks} from './test/checks.ts'

const usage = `npm run check  format, lint, types and the fast tests that a change since the last check may break
  --all        all fast tests`

/** A test that starts a process, a server or a database takes seconds; `npm test` runs those as well. */
const isSlow = (text: string): boolean =>
  /node:child_process|node:http'|embedded-content-lake|testing\/(onBothDatabases|open|start)|support\/start/.test(text)

const report = 'check.json'

/** A quick check between two edits. The last line holds the totals. */
await runMain(async () => {
  const {all} = readCommandLine(usage, {options: {all: {type: 'boolean', default: false}}}).values
  const begun = performance.now()
  const tests = globSync(
    '{app,browser,components,enquiries,i18n,lib,sanity,scripts,server,studio,tests}/**/*.test.{ts,tsx}',
    {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    },
  ).filter((path) => !path.includes('generated') && !isSlow(readFileSync(join(root, path), 'utf8')))
  const due = all ? tests : await findDue(tests)

  step(`${due.length} of ${tests.length} files of fast tests${due.length < tests.length ? '; --all runs all' : ''}`)
  const checks = Promise.all([runInTurn(lintChecks), ...typeChecks.map(runCheck)])
  const unit = runVitest({args: [...due, '--experimental.recordDependencies'], reporter: 'dot', report})
  finish([...(await checks).flat(), await unit], begun)
})

/**
 * Returns the tests that may no longer pass. Vitest knows which modules each has loaded since it ran, and which failed, but not
 * which files a test reads: those run always, those of the seed when it has changed, and all of them with other packages.
 */
async function findDue(tests: string[]): Promise<string[]> {
  const last = readStart(report)
  const isChanged = (file: string): boolean => {
    // Moving a file here keeps the time of its content.
    const {mtimeMs, ctimeMs} = statSync(file)
    return Math.max(mtimeMs, ctimeMs) > last
  }
  if (isChanged(join(root, 'package-lock.json'))) return tests
  const args = ['list', ...tests, '--since-last-run', '--filesOnly', '--json']
  // Where it fails, the run of all tests says why.
  const listed = await promisify(execFile)(bin('vitest'), args, {cwd: root}).catch(() => undefined)
  if (!listed) return tests
  const files: {file: string}[] = JSON.parse(listed.stdout)
  const due = new Set(files.map(({file}) => relative(root, file)))
  const readsFiles = isChanged(join(seedDir, 'data.ndjson'))
    ? /node:fs|support\/read|Seed/
    : /node:fs|support\/read(?!Seed)/
  return tests.filter(
    (path) =>
      due.has(path) || path.startsWith('tests/contract') || readsFiles.test(readFileSync(join(root, path), 'utf8')),
  )
}
