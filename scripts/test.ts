import {rmSync} from 'node:fs'
import {availableParallelism} from 'node:os'
import {messageOf} from '../lib/messageOf.ts'
import {findProgram} from '../tests/support/findProgram.ts'
import {readCommandLine} from './product/commandLine.ts'
import {findHeadlessBrowser} from './product/findBrowser.ts'
import {step} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {
  contentChecks,
  finish,
  lintChecks,
  reports,
  runInTurn,
  runPlaywright,
  runVitest,
  type Tally,
  typeChecks,
} from './test/checks.ts'

const usage = `npm test           what every change must pass
npm run test:long  the end-to-end tests that are tagged @long`

/** Each check counts as one test; the last line holds the totals. */
await runMain(async () => {
  const {long} = readCommandLine(usage, {options: {long: {type: 'boolean', default: false}}}).values
  const begun = performance.now()
  rmSync(reports, {recursive: true, force: true})
  const browser = findHeadlessBrowser()
  const tallies: Tally[] = []
  if (!long) {
    installTracer()
    // The generated types take as long as all others.
    const sideBySide = [contentChecks, [...lintChecks, ...typeChecks]]
    tallies.push(...(await Promise.all(sideBySide.map(runInTurn))).flat())

    step('Unit, contract and server tests')
    tallies.push(await runVitest({}))
  }

  step('End-to-end tests in Chromium')
  // One more than two cores: a third of the time tests wait, for a clock, a webhook or a process.
  const workers = String(availableParallelism() > 1 ? 3 : 1)
  const project = `--project=${long ? 'long' : 'short'}`
  tallies.push(await runPlaywright([project], {TEST_WORKERS: workers, CHROMIUM_PATH: browser}))
  finish(tallies, begun)
})

/** For the lake's power cuts. Where it cannot be installed, those tests say so. */
function installTracer(): void {
  if (process.platform !== 'linux') return
  try {
    findProgram('strace', ['strace'])
  } catch (error) {
    step(messageOf(error))
  }
}
