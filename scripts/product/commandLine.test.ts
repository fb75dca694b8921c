import {spawnSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import packageJson from '../../package.json' with {type: 'json'}
import {root} from './paths.ts'

const commands = Object.entries(packageJson.scripts).flatMap(([name, line]) => {
  const script = /^node scripts\/bootstrap\.mjs (\w+)/.exec(line)?.[1]
  return script ? [{name, script}] : []
})

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args], {
    cwd: root,
    encoding: 'utf8',
  })

test.each(commands)('npm run $name reads its arguments before it does anything', ({script}) => {
  const text = readFileSync(join(root, 'scripts', `${script}.ts`), 'utf8')
  const main = text
    .slice(text.search(/^(await runMain|const asJson)/m))
    .split('\n')
    .slice(0, 3)
    .join('\n')
  expect(main).toMatch(/readCommandLine\(|readArguments\(\)/)
})

test.each(['dev', 'build', 'restore', 'enquiries', 'doctor'])(
  '%s --help says what the command takes, and does nothing',
  (script) => {
    const {stdout, stderr, status} = run(script, '--help')
    expect(stdout).toMatch(new RegExp(`^npm run ${script}  ?.*\\w`))
    expect(stderr).toBe('')
    expect(status).toBe(0)
  },
)

test.each([[], ['help']])('enquiries, with %j, says what it takes, as with --help', (...words) => {
  const {stdout, status} = run('enquiries', ...words)
  expect(stdout).toContain('npm run enquiries -- <command>')
  expect(status).toBe(0)
})

test.each([
  ['seed', ['--replce'], "✗ Unknown option '--replce'."],
  ['dev', ['--port', '4000'], "✗ Unknown option '--port'."],
  ['build', ['production'], '✗ “production” is not understood.'],
  ['backup', ['one', 'two'], '✗ “two” is not understood.'],
  ['backup', [], '✗ Name a file or a folder.'],
  ['restore', ['--at'], "✗ Option '--at <value>' argument missing."],
  ['enquiries', ['--everything'], "✗ Unknown option '--everything'."],
  ['bench', ['--runs', 'many'], '✗ --minutes and --runs need numbers.'],
])('%s %j is refused in a sentence, with what the command takes', (script, args, sentence) => {
  const {stdout, stderr, status} = run(script, ...args)
  const [first, empty, usage] = stderr.split('\n')
  expect([first, empty]).toEqual([sentence, ''])
  expect(usage).toContain(`npm run ${script}`)
  expect(stdout).toBe('')
  expect(status).toBe(1)
})
