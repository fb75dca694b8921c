import {globSync, readFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {bin, dataDir, root} from './product/paths.ts'
import {seconds, step} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {runCheck} from './test/runCheck.ts'
import {addTallies, readVitestReport, type Tally} from './test/tally.ts'

/** A test that starts a process, a server or a database takes seconds; `npm test` runs those as well. */
const isSlow = (text: string): boolean =>
  /node:child_process|node:http'|embedded-content-lake|testing\/(onBothDatabases|open|start)|support\/start/.test(text)

/** `npm run check`: format, lint, types and the fast tests, for between two edits. The last line is the sum. */
await runMain(async () => {
  const begun = performance.now()
  const report = join(root, 'test-results/check.json')
  const tests = globSync(
    '{app,browser,components,enquiries,i18n,lib,sanity,scripts,server,studio,tests}/**/*.test.{ts,tsx}',
    {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    },
  ).filter((path) => !path.includes('generated') && !isSlow(readFileSync(join(root, path), 'utf8')))

  const tallies: Tally[] = [
    await runCheck('Lint and format', bin('biome'), ['check', '--error-on-warnings']),
    await runCheck('No unused file, export or dependency', bin('knip'), ['--no-progress']),
  ]
  const projects = [
    ['Types of the site', '.'],
    ['Types of the Studio', 'studio'],
    ['Types of the content lake', 'packages/content-lake'],
  ] as const
  const types = projects.map(([title, folder]) => {
    const known = join(dataDir, 'check', `${basename(join(root, folder))}.tsbuildinfo`)
    return runCheck(title, bin('tsc'), ['-p', folder, '--noEmit', '--incremental', '--tsBuildInfoFile', known])
  })
  tallies.push(...(await Promise.all(types)))
  step(`${tests.length} files of fast tests`)
  await runCheck(
    'Vitest',
    bin('vitest'),
    ['run', ...tests, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    {},
    'inherit',
  )
  tallies.push(readVitestReport(report))
  const {passed, failed} = addTallies(tallies)
  step(`Finished in ${seconds(begun)}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
})
