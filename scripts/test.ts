import {rmSync} from 'node:fs'
import {availableParallelism} from 'node:os'
import {join} from 'node:path'
import {findBrowser} from './product/findBrowser.ts'
import {bin, root, seedDir} from './product/paths.ts'
import {seconds, step} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {runCheck} from './test/runCheck.ts'
import {addTallies, readPlaywrightReport, readVitestReport, type Tally} from './test/tally.ts'

const reports = join(root, 'test-results')

/** `npm test`: everything that CI runs. Each check counts as one test; the last line is the sum. */
await runMain(async () => {
  const begun = performance.now()
  rmSync(reports, {recursive: true, force: true})
  const browser = findBrowser()
  const tallies: Tally[] = []

  const checks: [title: string, command: string, args: string[]][] = [
    ['Lint and format', bin('biome'), ['check', '--error-on-warnings']],
    ['No unused file, export or dependency', bin('knip'), ['--no-progress']],
    ['Generated types are up to date', process.execPath, [join(root, 'scripts/typegen.ts'), '--check']],
    [
      'Content of the seed',
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', join(root, 'scripts/contentCheck.ts')],
        // On a day of its own: the seed's claims expire some time, and that is no fault of a change.
        ...['--file', join(seedDir, 'data.ndjson'), '--on', '2027-01-01'],
      ],
    ],
    ['Types of the site', bin('tsc'), ['--noEmit', '--incremental', 'false']],
    ['Types of the Studio', bin('tsc'), ['--noEmit', '-p', 'studio']],
    ['Types of the content lake', bin('tsc'), ['--noEmit', '-p', 'packages/content-lake']],
  ]
  for (const [title, command, args] of checks) tallies.push(await runCheck(title, command, args))

  const unitReport = join(reports, 'vitest.json')
  step('Unit, contract and server tests')
  await runCheck(
    'Vitest',
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    {},
    'inherit',
  )
  tallies.push(readVitestReport(unitReport))

  const browserReport = join(reports, 'playwright.json')
  step('End-to-end tests in Chromium')
  const workers = String(availableParallelism() > 1 ? 2 : 1)
  const env = {TEST_WORKERS: workers, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport}
  await runCheck('Playwright', bin('playwright'), ['test', '--reporter=list,json'], env, 'inherit')
  tallies.push(readPlaywrightReport(browserReport))

  const {passed, failed, skipped} = addTallies(tallies)
  step(`Finished in ${seconds(begun)}`)
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
})
