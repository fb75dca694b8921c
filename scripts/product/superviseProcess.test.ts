import {mkdtempSync, readFileSync} from 'node:fs'
import {createServer} from 'node:http'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, expect, it, vi} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {type Supervised, superviseProcess} from './superviseProcess.ts'

const pidFile = join(mkdtempSync(join(tmpdir(), 'supervised-')), 'pid')
let running: Supervised | undefined

afterEach(async () => {
  await running?.stop()
  running = undefined
  vi.restoreAllMocks()
})

/** Runs a program that tells of each of its starts. */
async function supervise(program: string) {
  const starts: number[] = []
  const server = createServer((request, response) => {
    starts.push(Number(request.url?.slice(1)))
    response.end()
  })
  const port = await listen(server)
  server.unref()
  running = await superviseProcess({
    name: 'The program',
    command: process.execPath,
    args: ['-e', program],
    env: {REPORT: `http://127.0.0.1:${port}/`},
    pidFile,
    ready: () => vi.waitUntil(() => starts.length > 0, {timeout: 20_000}).then(() => undefined),
  })
  return starts
}

const reportAndWait = 'fetch(process.env.REPORT + process.pid); setInterval(() => {}, 1000)'

it('starts a process again that was killed, and stops it for good when told to', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const starts = await supervise(reportAndWait)
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
  await vi.waitUntil(() => starts.length > 1, {timeout: 20_000})
  expect(starts[1]).not.toBe(starts[0])
  expect(said.mock.calls.flat().join()).toContain('The program stopped unexpectedly (SIGKILL); starting it again')
  await running?.stop()
  expect(() => process.kill(starts[1] ?? 0, 0)).toThrow('ESRCH')
})

it('ends with a sentence where the process ends before it was ready', async () => {
  await expect(supervise('process.exit(3)')).rejects.toThrow(
    'The program ended before it was ready (exit code 3); its own message is above.',
  )
})
