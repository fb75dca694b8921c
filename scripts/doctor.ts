import {messageOf} from '../lib/messageOf.ts'
import {withoutSecrets} from '../lib/withoutSecrets.ts'
import {type Finding, fail} from './doctor/checkResult.ts'
import {readCommandLine} from './product/commandLine.ts'

const usage = `npm run doctor            looks at the machine, the settings and all that the product talks to, and changes nothing
npm run doctor -- --json  prints the findings as JSON`

/**
 * `npm run doctor`: checks the machine, the settings and everything that the product talks to, and changes nothing. One
 * line each: ok, or what to do. Ends with 0 unless something failed.
 */
const asJson = readArguments()
const findings = (await findAll()).map(({state, text}) => ({state, text: withoutSecrets(text, process.env)}))
const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
const lines = [
  ...findings.map(({state, text}) => `${state.padEnd(5)} ${text}`),
  '',
  `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed, ${count('skip')} skipped`,
]
const output = asJson ? JSON.stringify(findings, null, 2) : lines.join('\n')
// A connection that hangs would keep the process.
process.stdout.write(`${output}\n`, () => process.exit(count('fail') > 0 ? 1 : 0))

/** Loaded only now: without its packages the project can still say that they are missing. */
async function findAll(): Promise<Finding[]> {
  try {
    const {runChecks} = await import('./doctor/checks.ts')
    return await runChecks()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    return [fail('Packages are missing, so that nothing else can be checked. Stop the product, and run "npm ci".')]
  }
}

function readArguments(): boolean {
  try {
    return readCommandLine(usage, {options: {json: {type: 'boolean', default: false}}}).values.json
  } catch (error) {
    console.error(`✗ ${messageOf(error)}`)
    process.exit(1)
  }
}
