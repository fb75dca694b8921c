import {describe, expect, it} from 'vitest'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import type {LakeOptions} from '../types.ts'

async function openLoggingLake(options: Partial<LakeOptions>) {
  const lines: string[] = []
  const lake = await openTestLake({log: (line) => lines.push(line), ...options})
  return {lake, lines, entries: () => lines.map((line): Record<string, unknown> => JSON.parse(line))}
}

describe('the log', () => {
  it('has a line of JSON for each request, without what was asked, found or sent', async () => {
    const {lake, lines, entries} = await openLoggingLake({logFormat: 'json', logLevel: 'requests'})
    const client = clientOf(lake)
    await client.create({_id: 'a', _type: 'page', title: 'Confidential'})
    await client.fetch('*[title == $title]', {title: 'Confidential'})
    await fetch(`${lake.url}/v1/users/me?Confidential`, {headers: {authorization: 'Bearer Confidential'}})
    expect(entries()).toEqual([
      expect.objectContaining({
        level: 'info',
        method: 'POST',
        path: '/v2025-02-19/data/mutate/production',
        status: 200,
      }),
      expect.objectContaining({method: 'GET', path: '/v2025-02-19/data/query/production', identity: 'write-token'}),
      expect.objectContaining({message: 'security: refused', path: '/v1/users/me', status: 401}),
      expect.objectContaining({path: '/v1/users/me', status: 401, ms: expect.any(Number), id: expect.any(String)}),
    ])
    for (const secret of ['Confidential', ...Object.values(TEST_TOKENS)]) expect(lines.join()).not.toContain(secret)
  })

  it('shows each query and its time when it is asked to, and no parameters', async () => {
    const {lake, lines} = await openLoggingLake({logLevel: 'queries'})
    await clientOf(lake).fetch('*[title == $title]\n[0]', {title: 'Confidential'})
    expect(lines[0]).toMatch(
      /^query outcome=answered ms=[\d.]+ identity=write-token query=\*\[title == \$title\] \[0\]$/,
    )
    expect(lines.join()).not.toContain('Confidential')
  })

  it('has nothing to say by default', async () => {
    const {lake, lines} = await openLoggingLake({})
    await clientOf(lake).fetch('*')
    expect(lines).toEqual([])
  })
})

describe('a request', () => {
  it('keeps the id that it came with, or gets one', async () => {
    const lake = await openTestLake()
    const idOf = async (id?: string) =>
      (await fetch(`${lake.url}/v1/ping`, {headers: id ? {'x-request-id': id} : {}})).headers.get('x-request-id')
    expect(await idOf('mine-1')).toBe('mine-1')
    expect(await idOf('not mine; status=200')).toMatch(/^[\w-]{12}$/)
    expect(await idOf()).not.toBe(await idOf())
  })
})

it('health says how the lake is, not what is in it', async () => {
  const lake = await openTestLake()
  await clientOf(lake).create({_id: 'a', _type: 'page', title: 'Confidential'})
  const response = await fetch(`${lake.url}/health`)
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      status: 'ok',
      documents: 1,
      seq: 1,
      webhookBacklog: 0,
      uptimeSeconds: expect.any(Number),
      memoryMb: expect.any(Number),
    },
  ])
})
