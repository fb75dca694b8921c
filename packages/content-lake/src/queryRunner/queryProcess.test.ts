import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {setTimeout as delay, setImmediate} from 'node:timers/promises'
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {type SpawnedLake, spawnLake} from '../testing/spawnLake.ts'

/** Of a kind that is only evaluated in the query process, but soon done. */
const COSTLY = 'array::intersects(*._id, ["a"])'
/** Goes on until it is ended. */
const ENDLESS = 'count($a[count($a[count($a[@ in $a]) > 0]) > 0])'
const NUMBERS = JSON.stringify(Array.from({length: 3000}, (_, index) => index))

/** Each makes something that no process has room for, in few characters. */
const GIANTS = [
  `*[0]{"a": [1, 2, 3, 4]}${'{"a": [...a, ...a]}'.repeat(26)}`,
  `*[0]{"a": [1, 2, 3, 4]}${'{"a": a + a}'.repeat(40)}`,
  `*[0]{"a": [1, 2, 3, 4]}${'{"a": [{"b": a}, {"b": a}, {"b": a}, {"b": a}][].b[]}'.repeat(20)}`,
  `*[0]{"a": "xxxxxxxx"}${'{"a": a + a}'.repeat(40)}{"n": length(a)}`,
  `*[0]{"a": "xxxxxxxx"}${'{"a": array::join(string::split(a, ""), a)}'.repeat(20)}`,
  `*[0]{"a": 1}${'{"a": @, "b": @, "c": @, "d": @}'.repeat(40)}`,
]

async function ask({url}: {url: string}, query: string, params: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/data/query/production`, {
    method: 'POST',
    headers: {authorization: `Bearer ${TEST_TOKENS.read}`, 'content-type': 'application/json'},
    body: `{"query": ${JSON.stringify(query)}, "params": {${Object.entries(params).map(([name, json]) => `"${name}": ${json}`)}}}`,
  })
  return {status: response.status, body: await response.json()}
}

/** Polls, as a query has one second and the machine may be busy. */
const expectAnswer = (lake: {url: string}, answer: object = {}) =>
  expect.poll(() => ask(lake, COSTLY)).toMatchObject({status: 200, ...answer})

async function openLakeWithDocument(): Promise<SpawnedLake> {
  const lake = await spawnLake(await newFolder(), {maxQueryMs: 1000})
  const created = await fetch(`${lake.url}/v1/data/mutate/production`, {
    method: 'POST',
    headers: {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': 'application/json'},
    body: JSON.stringify({mutations: [{create: {_id: 'a', _type: 'doc'}}]}),
  })
  expect(created.status).toBe(200)
  return lake
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await delay(20)
}

test('a query that needs more memory than there is is refused, and the lake goes on', async () => {
  const lake = await openLakeWithDocument()
  for (const query of GIANTS) {
    const {status, body} = await ask(lake, query)
    expect([400, 504]).toContain(status)
    expect(body).toMatchObject({statusCode: status, error: {description: expect.any(String)}})
    expect(await ask(lake, '*[_id == "a"]._id')).toMatchObject({status: 200, body: {result: ['a']}})
    await expectAnswer(lake, {body: {result: true}})
    expect(lake.isAlive()).toBe(true)
  }
})

describe.skipIf(process.platform !== 'linux')('the query process', () => {
  test('is killed from outside: its query is a 503, and the next one gets another process', async () => {
    const lake = await openLakeWithDocument()
    await expectAnswer(lake)
    const [child = 0] = childrenOf(lake.pid)
    const endless = ask(lake, ENDLESS, {a: NUMBERS})
    process.kill(child, 'SIGKILL')
    expect([503, 504]).toContain((await endless).status)
    await expectAnswer(lake, {body: {result: true}})
    expect(childrenOf(lake.pid)).not.toContain(child)
  })

  test('cannot be started for want of open files: queries are a 503, and answered as soon as there are some', async () => {
    const lake = await openLakeWithDocument()
    const setOpenFiles = (soft: string) => execFileSync('prlimit', [`--pid=${lake.pid}`, `--nofile=${soft}:`])
    const [before = ''] = execFileSync('prlimit', [`--pid=${lake.pid}`, '--nofile', '--noheadings', '--output=SOFT'], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
    // Leaves a connection open.
    await ask(lake, '1')
    setOpenFiles('8')
    expect(await ask(lake, COSTLY)).toMatchObject({status: 503})
    setOpenFiles(before)
    await expectAnswer(lake, {body: {result: true}})
  })

  test.each([
    ['idle', COSTLY],
    ['at work', ENDLESS],
  ])('ends with a lake that was killed while it was %s', async (_, query) => {
    const lake = await openLakeWithDocument()
    await expectAnswer(lake)
    const [child = 0] = childrenOf(lake.pid)
    expect(isRunning(child)).toBe(true)
    const asked = ask(lake, query, {a: NUMBERS}).catch(() => 'the connection is lost')
    if (query === COSTLY) await asked
    await lake.kill()
    await asked
    await untilGone(child)
  })

  test('ends with a lake that is closed', async () => {
    const lake = await openTestLake()
    const before = childrenOf(process.pid)
    await expectAnswer(lake)
    const [child = 0] = childrenOf(process.pid).filter((pid) => !before.includes(pid))
    expect(isRunning(child)).toBe(true)
    await lake.close()
    await untilGone(child)
  })

  /** A query whose process is stopped before it can load a document. Time passes only where the test says so. */
  async function askOfStoppedProcess() {
    const lake = await openTestLake()
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'performance']})
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const before = childrenOf(process.pid)
    const ask = () => lake.query({query: COSTLY, params: {}, identity: SYSTEM}).then(({result}) => result)
    const answer = ask().catch((error: Error) => error.message)
    const child = childrenOf(process.pid).filter((pid) => !before.includes(pid))
    expect(child).toHaveLength(1)
    process.kill(Number(child[0]), 'SIGSTOP')
    let isOver = false
    void answer.then(() => {
      isOver = true
    })
    const pass = async (milliseconds: number) => {
      await vi.advanceTimersByTimeAsync(milliseconds)
      await setImmediate()
      return isOver
    }
    return {ask, answer, pass, goOn: () => process.kill(Number(child[0]), 'SIGCONT')}
  }

  test('answers queries that came while it started, however slowly', async () => {
    const {answer, pass, goOn} = await askOfStoppedProcess()
    expect(await pass(29_000)).toBe(false)
    goOn()
    expect(await answer).toBe(false)
  })

  test('lets no query wait for ever: one that does not start in time is a 503, and later ones are answered', async () => {
    const {ask, answer, pass, goOn} = await askOfStoppedProcess()
    expect(await pass(39_000)).toBe(false)
    expect(await pass(2000)).toBe(true)
    expect(await answer).toContain('Too many long queries are under way')
    goOn()
    expect(await ask()).toBe(false)
  })
})
