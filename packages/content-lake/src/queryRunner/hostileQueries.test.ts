import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import type {StartedLake} from '../Lake.ts'
import {startLake} from '../startLake.ts'
import {TEST_TOKENS} from '../testing/openTestLake.ts'
import type {JsonValue} from '../types.ts'

const repeat = (text: string, times: number): string => text.repeat(times)
/** Each stage makes what the one before has made twice as long. */
const doublings = (stage: string, times: number): string => `*[0]${repeat(stage, times)}`

interface Attack {
  query: string
  params?: Record<string, JsonValue>
}

const ATTACKS: Record<string, Attack> = {
  'nested cross joins': {query: 'count(*[count(*[count(*[length(text) > length(^.^.text)]) > 0]) > 0])'},
  'cross joins without a filter': {query: '*{"a": *{"b": *{"c": *{"d": _id}}}}'},
  'joins by reference': {
    query: '*{"a": *[references(^._id) || text > "a"]{"b": *[references(^._id) || text > "b"]{_id}}}',
  },
  'an array built from itself': {query: doublings('{"a": [a, a], "b": a}', 40)},
  'a list built from itself': {query: doublings('{"a": coalesce(a, [1, 2]) + coalesce(a, [1, 2])}', 40)},
  'a text built from itself': {query: doublings('{"text": text + text}', 40)},
  'a text split and joined': {
    query: `length(${repeat('array::join(string::split(', 12)}*[0].text${repeat(', ""), "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")', 12)})`,
  },
  'every text split': {query: '*{"a": *{"b": string::split(text, ""), "c": *{"d": string::split(text, "")}}}'},
  // Ten times what a quick machine does within the limit.
  'everything spread again and again': {query: `${repeat(`count([${repeat('...*,', 3900)}1]) + `, 10)}0`},
  'everything listed again and again': {query: `[${repeat('*,', 20_000)}1]`},
  'an intersection of long lists': {
    query: 'array::intersects($a[], $b[])',
    params: {
      a: Array.from({length: 60_000}, (_, index) => index),
      b: Array.from({length: 60_000}, (_, index) => -1 - index),
    },
  },
  'long lists searched in each other': {
    query: 'count($a[count($a[@ in $a && ^ in $a]) > 0])',
    params: {a: Array.from({length: 20_000}, (_, index) => index)},
  },
  'a hundred thousand parentheses': {query: `${repeat('(', 100_000)}1${repeat(')', 100_000)}`},
  'a long sum': {query: `1${repeat('+1', 120_000)}`},
  'a long path': {query: `*[0].a${repeat('.a', 120_000)}`},
  'a shorter long path': {query: `*[0].a${repeat('.a', 15_000)}`},
  'many projections': {query: `*${repeat('{a}', 80_000)}`},
  'many negations': {query: `${repeat('!', 200_000)}true`},
  'a query of a megabyte': {query: `*[_id == "${repeat('x', 1024 * 1024)}"]`},
  'parameters of two megabytes': {query: '$a', params: {a: repeat('x', 2 * 1024 * 1024)}},
  'a giant power': {query: 'round(1.5, 99999999)'},
}

/** Slices up to anything cost no more than what they slice, so these are answered. */
const HARMLESS: Record<string, string> = {
  'a huge range': '*[0..1000000000]._id[0..1000000000][0]',
  'a pattern with many wildcards': `*[text match "${repeat('*a', 30)}*b"]{"a": *[text match "${repeat('*a', 30)}*b"]}`,
  'ten lists in each other': `${repeat('*[_id in ', 10)}*._id${repeat(']._id', 10)}`,
  'a number in a huge range': '5 in 0..1000000000',
}

async function ask({query, params = {}}: Attack, token?: string, version = 'v2025-02-19', asked = lake) {
  const response = await fetch(`${asked.url}/${version}/data/query/production?returnQuery=false`, {
    method: 'POST',
    headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
    body: JSON.stringify({query, params}),
  })
  const body: unknown = await response.json()
  return {status: response.status, body}
}

/** Of a lake that gives each query the time that it needs on a busy machine. */
const askPatient = (attack: Attack, token?: string, version?: string) => ask(attack, token, version, patient)

let lake: StartedLake
let patient: StartedLake

async function open(maxQueryMs: number): Promise<StartedLake> {
  const dir = await mkdtemp(join(tmpdir(), 'lake-'))
  const opened = await startLake({dir, port: 0, readToken: TEST_TOKENS.read, maxQueryMs, log: () => {}})
  const mutations = Array.from({length: 1200}, (_, index) => ({
    create: {_id: `d${index}`, _type: 'doc', text: `${repeat('a', 40)} ${index} ${repeat('word ', 60)}`},
  }))
  opened.commit({mutations, author: SYSTEM})
  return opened
}

beforeAll(async () => {
  lake = await open(300)
  patient = await open(50_000)
})

afterAll(async () => {
  for (const opened of [lake, patient]) {
    await opened.close()
    await rm(opened.options.dir, {recursive: true})
  }
})

describe('a hostile query', () => {
  it.each(Object.entries(ATTACKS))('is refused or ended, and holds up nobody else: %s', async (_, attack) => {
    let isOver = false
    const attacked = ask(attack).finally(() => {
      isOver = true
    })
    let answered = 0
    do {
      const {status, body} = await ask({query: '*[_id == "d7"]{_id}'}, TEST_TOKENS.read)
      expect([status, body]).toEqual([200, expect.objectContaining({result: [{_id: 'd7'}]})])
      answered += 1
    } while (!isOver)
    const {status, body} = await attacked
    expect([400, 413, 504]).toContain(status)
    expect(body).toMatchObject({statusCode: status})
    expect(answered).toBeGreaterThan(0)
  })

  it.each(Object.entries(HARMLESS))('that only looks hostile is answered: %s', async (_, query) => {
    expect(await askPatient({query})).toMatchObject({status: 200})
  })

  it('that is sent many times at once is answered with 503 at last, and still holds up nobody', async () => {
    const query = 'count(*[count(*[length(text) > length(^.text) + $more]) > 0])'
    // Known to be slow from now on, so it goes straight to the query process.
    expect((await ask({query, params: {more: 0}})).status).toBe(504)
    const attacks = Array.from({length: 60}, (_, more) => ask({query, params: {more}}))
    for (let count = 0; count < 20; count += 1) {
      expect((await ask({query: '*[_id == "d7"]._id'}, TEST_TOKENS.read)).status).toBe(200)
    }
    const statuses = new Set((await Promise.all(attacks)).map(({status}) => status))
    expect(statuses.has(503)).toBe(true)
    for (const status of statuses) expect([200, 503, 504]).toContain(status)
  })
})

describe('a long query', () => {
  const LONG = 'array::intersects(*[_type == "doc"]._id, ["d7"])'

  it('goes on in its process, which sees every change that was made before', async () => {
    const rows = 'array::intersects(*[_type == "late"].n[], [$n])'
    for (let n = 0; n < 20; n += 1) {
      patient.commit({mutations: [{createOrReplace: {_id: 'late', _type: 'late', n: [n]}}], author: SYSTEM})
      expect((await askPatient({query: rows, params: {n}}, TEST_TOKENS.read)).body).toMatchObject({result: true})
    }
    patient.commit({mutations: [{delete: {id: 'late'}}], author: SYSTEM})
    expect((await askPatient({query: rows, params: {n: 19}}, TEST_TOKENS.read)).body).toMatchObject({result: false})
  })

  it('sees there what its sender may see', async () => {
    patient.commit({mutations: [{createOrReplace: {_id: 'drafts.d7', _type: 'doc', text: 'secret'}}], author: SYSTEM})
    const query = 'array::intersects(*[text == "secret"]._id, ["drafts.d7"])'
    const version = 'v1'
    expect((await askPatient({query}, undefined, version)).body).toMatchObject({result: false})
    expect((await askPatient({query}, TEST_TOKENS.read, version)).body).toMatchObject({result: true})
  })

  it('says there what is wrong with it, and what its result depends on', async () => {
    expect(await askPatient({query: `${LONG} && geo::latLng(1, 2)`})).toMatchObject({status: 400})
    const {body} = await askPatient({query: LONG})
    expect(body).toMatchObject({result: true, syncTags: [expect.stringMatching(/^s1:/)]})
  })
})

it('a listener whose filter costs too much is told so', async () => {
  const listen = (query: string) =>
    fetch(`${lake.url}/v1/data/listen/production?${new URLSearchParams({query})}`).then(firstEvent)
  expect(await listen('*[array::intersects(string::split(text, ""), ["a"])]')).toContain('event: channelError')
  expect(await listen('*[_type == "doc"]')).toContain('event: welcome')
})

async function firstEvent(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('event:')) text += (await reader?.read())?.value ?? 'event: none'
  await reader?.cancel()
  return text
}
