import {ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {isGone} from '@/tests/support/isGone.ts'
import {listen} from '@/tests/support/listen.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {type Replaceable, type RestartPolicy, superviseProcess} from './superviseProcess.ts'

const impatient: RestartPolicy = {
  delay: 1,
  maxDelay: 4,
  stableAfter: 60_000,
  attempts: 4,
  maxInWindow: 100,
  window: 60_000,
}
let pidFile: string
let running: Replaceable | undefined
let parent: ChildProcess | undefined

beforeEach(() => {
  pidFile = join(temporaryFolder(), 'pid')
  vi.spyOn(console, 'log').mockImplementation(() => {})
})

afterEach(async () => {
  await running?.stop()
  parent?.kill('SIGKILL')
  running = undefined
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Hears of each start of a program, by the number of its process. */
async function hearStarts() {
  const starts: number[] = []
  const first = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    starts.push(Number(request.url?.slice(1)))
    first.resolve()
    response.end()
  })
  const port = await listen(server)
  server.unref()
  return {starts, first: first.promise, url: `http://127.0.0.1:${port}/`}
}

async function supervise(program: string, restarts?: RestartPolicy) {
  const {starts, first, url} = await hearStarts()
  running = await superviseProcess({
    name: 'The program',
    args: ['-e', program],
    env: {REPORT: url},
    pidFile,
    ready: () => first,
    ...(restarts && {restarts}),
  })
  return starts
}

const report = 'fetch(process.env.REPORT + process.pid)'
const reportAndWait = `${report}; setInterval(() => {}, 1000)`

it('starts a process again that was killed, and stops it for good when told to', async () => {
  const starts = await supervise(reportAndWait)
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
  await expect.poll(() => starts.length > 1).toBe(true)
  expect(starts[1]).not.toBe(starts[0])
  expect(vi.mocked(console.log).mock.calls.flat().join()).toContain(
    'The program stopped unexpectedly (SIGKILL); starting it again',
  )
  await running?.stop()
  expect(isGone(starts[1] ?? 0)).toBe(true)
  expect(existsSync(pidFile)).toBe(false)
})

it('starts a process again whose event loop stands still', async () => {
  const {starts, url} = await hearStarts()
  running = await superviseProcess({
    name: 'The program',
    args: ['-e', `process.on('SIGUSR2', () => { for (;;); }); ${reportAndWait}`],
    env: {REPORT: url},
    pidFile,
    ready: async (_, child) => {
      await once(child, 'message')
    },
    heartbeat: {interval: 20, missed: 50},
  })
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGUSR2')
  await expect.poll(() => starts.length > 1).toBe(true)
  expect(vi.mocked(console.log).mock.calls.flat().join()).toContain(
    'The program has given no sign of life for 1 s; ending it',
  )
})

it('leaves a process alone that gives a sign of life now and then, however long it runs', async () => {
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
  const child = new ChildProcess()
  const kill = vi.spyOn(child, 'kill').mockImplementation(() => child.emit('exit', null, 'SIGTERM'))
  const heartbeat = {interval: 1000, missed: 3}
  const program = {
    name: 'The program',
    args: [],
    env: {},
    pidFile,
    ready: async () => {},
    start: () => child,
    heartbeat,
  }
  running = await superviseProcess(program)
  for (let second = 0; second < 20; second += 2) {
    vi.advanceTimersByTime(2000)
    child.emit('message', 'heartbeat')
  }
  expect(kill).not.toHaveBeenCalled()
  running.preventRestart?.()
  vi.advanceTimersByTime(3000)
  expect(kill).toHaveBeenCalledWith('SIGTERM')
  running = undefined
})

it('starts a process again where the note of its number cannot be written, as on a full disk', async () => {
  const starts = await supervise(reportAndWait)
  const pid = Number(readFileSync(pidFile, 'utf8'))
  rmSync(pidFile)
  mkdirSync(pidFile)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => starts.length).toBe(2)
  await running?.stop()
  expect(isGone(starts[1] ?? 0)).toBe(true)
  expect(vi.mocked(console.log).mock.calls.flat().join()).toContain('EISDIR')
})

it('lets another program take the place of the running one, and keeps that one running', async () => {
  const {starts, url} = await hearStarts()
  const replaced: unknown[] = []
  running = await superviseProcess({
    name: 'The program',
    args: ['-e', reportAndWait],
    env: {REPORT: url},
    pidFile,
    ready: (_, child) => vi.waitFor(() => expect(starts).toContain(child.pid), {timeout: 30_000}),
    onReplacing: (child) => replaced.push(['replacing', child.pid]),
    onReplaced: (child) => replaced.push(['replaced', child.pid, isGone(first)]),
  })
  const [first = 0] = starts
  await expect(running.replace({args: ['-e', 'process.exit(3)'], env: {}})).rejects.toThrow(
    'The program ended before it was ready (exit code 3)',
  )
  expect([isGone(first), Number(readFileSync(pidFile, 'utf8'))]).toEqual([false, first])

  const another = `process.title = 'another'; ${reportAndWait}`
  await running.replace({args: ['-e', another], env: {REPORT: url}})
  const second = Number(readFileSync(pidFile, 'utf8'))
  expect([isGone(first), isGone(second), starts.at(-1)]).toEqual([true, false, second])
  expect(replaced).toEqual([
    ['replacing', second],
    ['replaced', second, true],
  ])
  process.kill(second, 'SIGKILL')
  await expect.poll(() => starts.length).toBe(3)
  expect(readFileSync(`/proc/${starts[2]}/cmdline`, 'utf8')).toContain('another')
})

it('starts the present program again if it dies while another is about to take its place', async () => {
  const {starts, url} = await hearStarts()
  const isReady = (child: ChildProcess) => vi.waitFor(() => expect(starts).toContain(child.pid), {timeout: 30_000})
  running = await superviseProcess({
    name: 'The program',
    args: ['-e', `process.title = 'present'; ${reportAndWait}`],
    env: {REPORT: url},
    pidFile,
    ready: (_, child, others) => isReady(child).then(others),
    restarts: impatient,
  })
  const [first = 0] = starts
  const others = Promise.withResolvers<void>()
  const replaced = running.replace({args: ['-e', reportAndWait], env: {REPORT: url}}, () => others.promise)
  await expect.poll(() => starts.length).toBe(2)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => starts.length).toBe(3)
  const [, next = 0, restarted = 0] = starts
  expect(readFileSync(`/proc/${restarted}/cmdline`, 'utf8')).toContain('present')
  others.resolve()
  await replaced
  expect([isGone(restarted), isGone(next), Number(readFileSync(pidFile, 'utf8'))]).toEqual([true, false, next])
})

it('ends with a sentence where the process ends before it was ready', async () => {
  await expect(supervise('process.exit(3)')).rejects.toThrow(
    'The program ended before it was ready (exit code 3); its own message is above.',
  )
  expect(existsSync(pidFile)).toBe(false)
})

it('lets a process that does not get ready end what it has started, as `next dev` has a server that holds the port', async () => {
  const {starts, first, url} = await hearStarts()
  const server = `${report}; setInterval(() => {}, 1000)`
  const program = `
    const server = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(server)}])
    process.on('SIGTERM', () => { server.kill(); process.exit() })`
  const ready = () => first.then(() => Promise.reject(new Error('It did not answer.')))
  await expect(
    superviseProcess({name: 'The program', args: ['-e', program], env: {REPORT: url}, pidFile, ready}),
  ).rejects.toThrow('It did not answer.')
  await expect.poll(() => isGone(starts[0] ?? 0)).toBe(true)
})

it('waits longer before each restart of a process that keeps dying, and gives up in the end', async () => {
  const starts = await supervise(`${report}.then(() => process.exit(7))`, impatient)
  await expect(running?.failed).rejects.toThrow(/^The program stopped unexpectedly \(exit code 7\), 4 times in a row/)
  expect(starts).toHaveLength(4)
  const pauses = vi.mocked(console.log).mock.calls.flatMap(([line]) => /again in (.*) s/.exec(String(line))?.[1] ?? [])
  expect(pauses).toEqual(['0.001', '0.002', '0.004'])
})

it('gives up a process that dies again and again, however well each run went', async () => {
  await supervise(`${report}.then(() => process.exit(7))`, {...impatient, stableAfter: 0, maxInWindow: 2})
  await expect(running?.failed).rejects.toThrow(/^The program stopped unexpectedly \(exit code 7\), 3 times;/)
})

it('ends the process when its supervisor is killed', async () => {
  const {starts, url} = await hearStarts()
  const script = `
    import {superviseProcess} from ${JSON.stringify(join(import.meta.dirname, 'superviseProcess.ts'))}
    await superviseProcess({
      name: 'The program', args: ['-e', ${JSON.stringify(reportAndWait)}], env: {REPORT: ${JSON.stringify(url)}},
      pidFile: ${JSON.stringify(pidFile)}, ready: async () => {},
    })`
  parent = spawn(process.execPath, ['--input-type=module', '-e', script], {stdio: 'ignore'})
  await expect.poll(() => starts.length > 0).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isGone(starts[0] ?? 0)).toBe(true)
})

it('outlives whoever reads its output, and so does what the process starts, as the server of `next dev` does', async () => {
  const {starts, url} = await hearStarts()
  const worker = join(temporaryFolder(), 'worker.cjs')
  writeFileSync(
    worker,
    `let errors = 0
    process.on('disconnect', () => process.exit())
    process.on('uncaughtException', () => { errors += 1 })
    process.on('SIGUSR2', () => {
      console.error('nobody reads this')
      process.stdout.write('nor this', () => setImmediate(() => fetch(process.env.REPORT + errors)))
    })
    ${reportAndWait}`,
  )
  const script = `
    import {superviseProcess} from ${JSON.stringify(join(import.meta.dirname, 'superviseProcess.ts'))}
    await superviseProcess({
      name: 'The program', args: ['-e', ${JSON.stringify(`require('node:child_process').fork(${JSON.stringify(worker)})`)}],
      env: {REPORT: ${JSON.stringify(url)}}, pidFile: ${JSON.stringify(pidFile)}, ready: async () => {},
    })`
  parent = spawn(process.execPath, ['--input-type=module', '-e', script], {stdio: ['ignore', 'pipe', 'pipe']})
  await expect.poll(() => starts.length).toBe(1)
  for (const reader of [parent.stdout, parent.stderr]) if (reader) await once(reader.destroy(), 'close')
  process.kill(starts[0] ?? 0, 'SIGUSR2')
  await expect.poll(() => starts[1]).toBe(0)
})

it('leaves alone what a program starts by itself: a worker lives as long as its own channel, as that of `next dev`', async () => {
  const worker = join(temporaryFolder(), 'worker.cjs')
  writeFileSync(worker, `process.on('message', () => process.send('answered')); process.send('waiting')`)
  const starts = await supervise(`
    const child = require('node:child_process').fork(${JSON.stringify(worker)})
    child.on('message', (message) => {
      if (message === 'waiting') setImmediate(() => child.send('question'))
      else fetch(process.env.REPORT + process.pid)
    })
    child.on('exit', () => process.exit(0))`)
  expect(starts).toHaveLength(1)
})

it('starts nothing again when Ctrl-C ends all processes at once, the slow ones later than the quick ones', async () => {
  const module = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const main = `
    const {runMain} = await import(${module('runMain.ts')})
    const {superviseProcess} = await import(${module('superviseProcess.ts')})
    const supervise = (name, program) => superviseProcess({
      ...{name, args: ['-e', program + '; setInterval(() => {}, 1e6); process.send("up")'], env: {}},
      pidFile: ${JSON.stringify(temporaryFolder())} + '/' + name,
      ready: (_, child) => new Promise((resolve) => child.once('message', resolve)),
    })
    await runMain(async (running) => {
      running.push(await supervise('quick', 'process.on("SIGINT", () => process.exit(0))'))
      running.push(await supervise('slow', 'process.on("SIGINT", () => {}); process.on("SIGTERM", () => setTimeout(process.exit, 500))'))
      console.log('READY')
    })`
  parent = spawn(process.execPath, ['--input-type=module', '-e', main], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => parent?.once('exit', resolve))
  let output = ''
  parent.stdout?.on('data', (text) => {
    output += text
  })
  await expect.poll(() => output).toContain('READY')
  // A negative number: the process and all that it has started, as a terminal does.
  process.kill(-(parent.pid ?? 0), 'SIGINT')
  expect(await exited).toBe(0)
  expect(output).toBe('READY\n')
})
