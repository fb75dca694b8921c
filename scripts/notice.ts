import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {licenceProblems} from './notice/licences.ts'
import {readPackages} from './notice/packages.ts'
import {thirdPartyNotice} from './notice/thirdParty.ts'
import {readCommandLine} from './product/commandLine.ts'
import {root} from './product/paths.ts'
import {step, UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'

const file = 'THIRD_PARTY_LICENSES.txt'

const usage = `npm run notice             checks the licences of what runs in production, and writes those of what is sent to browsers to ${file}
npm run notice -- --check  fails if that file is stale, and writes nothing`

/** Checks licences, and writes those of what is sent to browsers. */
await runMain(async () => {
  const {values} = readCommandLine(usage, {options: {check: {type: 'boolean', default: false}}})
  const packages = readPackages()
  const problems = licenceProblems(packages)
  if (problems.length > 0) throw new UserError(problems.join('\n✗ '))
  const notice = thirdPartyNotice(packages)
  const isCurrent = read() === notice
  if (values.check && !isCurrent) {
    throw new UserError(`${file} does not match the installed packages. Run “npm run notice” and commit the file.`)
  }
  if (!isCurrent) writeFileSync(join(root, file), notice)
  step(isCurrent ? `${file} is up to date` : `Updated ${file}`)
})

function read(): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return undefined
  }
}
