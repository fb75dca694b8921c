import {globSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {readCommandLine} from './product/commandLine.ts'
import {findHeadlessBrowser} from './product/findBrowser.ts'
import {root} from './product/paths.ts'
import {step, UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {finish, reports, runPlaywright, runVitest, type Tally} from './test/checks.ts'

const usage = `npm run fuzz                tests with generated input, with 50 times the rounds of npm test
npm run fuzz -- undo saved  those with one of these words in their path
  --factor 200              so many times the rounds
  --browser                 tests in a browser, too`

/** Runs every test that reads `FUZZ_FACTOR`. */
await runMain(async () => {
  const {values, words: names} = readCommandLine(usage, {
    options: {factor: {type: 'string', default: '50'}, browser: {type: 'boolean', default: false}},
    words: Infinity,
  })
  const begun = performance.now()
  const env = {FUZZ_FACTOR: readFactor(values.factor)}
  rmSync(reports, {recursive: true, force: true})
  const tallies: Tally[] = []
  step(`Tests with generated input, ${env.FUZZ_FACTOR} times as long as in npm test`)
  const unitTests = findTests('.test.{ts,tsx}', names)
  if (unitTests.length > 0) tallies.push(await runVitest({args: [...unitTests, '--testTimeout=0'], env}))
  const browserTests = values.browser ? findTests('.spec.ts', names) : []
  if (browserTests.length > 0) {
    tallies.push(await runPlaywright([...browserTests, '--timeout=0'], {...env, CHROMIUM_PATH: findHeadlessBrowser()}))
  }
  if (tallies.length === 0) throw new UserError(`No test with generated input is called ${names.join(' or ')}.`)
  finish(tallies, begun)
})

/** Finds the tests that read `FUZZ_FACTOR`, with one of the names in their path if any is given. */
function findTests(extension: string, names: string[]): string[] {
  return globSync(
    `{app,browser,components,enquiries,i18n,lib,packages,sanity,scripts,server,studio,tests}/**/*${extension}`,
    {cwd: root},
  ).filter(
    (file) =>
      !file.includes('node_modules') &&
      readFileSync(join(root, file), 'utf8').includes('FUZZ_FACTOR') &&
      (names.length === 0 || names.some((name) => file.includes(name))),
  )
}

function readFactor(text: string): string {
  if (/^[1-9]\d{0,4}$/.test(text)) return text
  throw new UserError(`--factor ${text} is not a whole number from 1 to 99999.`)
}
