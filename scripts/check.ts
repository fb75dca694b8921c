import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {readCommandLine} from './product/commandLine.ts'
import {root} from './product/paths.ts'
import {step} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {finish, lintChecks, runCheck, runInTurn, runVitest, typeChecks} from './test/checks.ts'

/** A test that starts a process, a server or a database takes seconds; `npm test` runs those as well. */
const isSlow = (text: string): boolean =>
  /node:child_process|node:http'|embedded-content-lake|testing\/(onBothDatabases|open|start)|support\/start/.test(text)

/** `npm run check`: format, lint, types and the fast tests, for between two edits. The last line holds the totals. */
await runMain(async () => {
  readCommandLine('npm run check  format, lint, types and the fast tests, for between two edits', {options: {}})
  const begun = performance.now()
  const tests = globSync(
    '{app,browser,components,enquiries,i18n,lib,sanity,scripts,server,studio,tests}/**/*.test.{ts,tsx}',
    {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    },
  ).filter((path) => !path.includes('generated') && !isSlow(readFileSync(join(root, path), 'utf8')))

  step(`${tests.length} files of fast tests`)
  const checks = Promise.all([runInTurn(lintChecks), ...typeChecks.map(runCheck)])
  const unit = runVitest({args: tests, reporter: 'dot', report: 'check.json'})
  finish([...(await checks).flat(), await unit], begun)
})
