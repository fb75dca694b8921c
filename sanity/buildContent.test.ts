import {createServer, type RequestListener} from 'node:http'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {buildsFromSeed, chooseBuildContent} from './buildContent.ts'
import {readContentSource} from './env.ts'

const closers: (() => void)[] = []
const said = vi.spyOn(console, 'warn')

beforeEach(() => {
  said.mockReset()
})

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a content API with this answer; undefined: nothing listens on its port. */
async function apiThat(answer: RequestListener | undefined): Promise<string> {
  const server = createServer(answer)
  const port = await listen(server)
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  if (!answer) await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

const answering =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, {'Content-Type': 'application/json'}).end(body)

async function build(
  answer: RequestListener | undefined,
  {
    isFirst = true,
    ...settings
  }: {isFirst?: boolean; CONTENT_FALLBACK?: string; NEXT_PUBLIC_SANITY_PROJECT_ID?: string} = {},
) {
  const env: Record<string, string | undefined> = {
    ...settings,
    NEXT_PUBLIC_SANITY_API_HOST: await apiThat(answer),
    // Long enough for a busy machine, short for the answer that never comes.
    SANITY_API_TIMEOUT: '2000',
  }
  const source = {...readContentSource(env), useProjectHostname: false}
  await chooseBuildContent({source, isFirst, env})
  return buildsFromSeed(env) ? 'seed' : 'content API'
}

const away: [string, RequestListener | undefined][] = [
  ['is down', undefined],
  ['does not answer in time', () => {}],
  ['fails', answering(500, '{}')],
  ['is overloaded', answering(429, '{}')],
  ['answers something else than JSON', answering(200, '<html>')],
  [
    'answers half of it',
    (_, response) => {
      response.writeHead(200, {'Content-Length': 100}).write('{"result"')
      setImmediate(() => response.destroy())
    },
  ],
  ['answers without a result', answering(200, '{"ms": 1}')],
]

describe('a build takes its content', () => {
  it('from the content API that answers', async () => {
    expect(await build(answering(200, '{"result": 50}'))).toBe('content API')
    expect(said).not.toHaveBeenCalled()
  })

  it.each(away)('from the seed, in a first build, if the content API %s, with a warning', async (_case, answer) => {
    expect(await build(answer)).toBe('seed')
    expect(said.mock.lastCall?.[0]).toMatch(/did not deliver \(.+\)\. This build takes its content from sanity\/seed\./)
  })

  it.each(away)('from nowhere if there is an earlier build and the content API %s', async (_case, answer) => {
    await expect(build(answer, {isFirst: false})).rejects.toThrow(/did not deliver/)
  })

  it('from nowhere if a hosted project does not answer, unless the seed is allowed', async () => {
    const hosted = {NEXT_PUBLIC_SANITY_PROJECT_ID: 'demo123'}
    await expect(build(undefined, hosted)).rejects.toThrow(/did not deliver/)
    expect(await build(undefined, {...hosted, CONTENT_FALLBACK: 'seed', isFirst: false})).toBe('seed')
  })

  it('from nowhere if the seed is not allowed', async () => {
    await expect(build(undefined, {CONTENT_FALLBACK: 'none'})).rejects.toThrow(/did not deliver/)
  })

  it('from nowhere if the dataset is empty, even in a first build', async () => {
    await expect(build(answering(200, '{"result": 0}'))).rejects.toThrow(/holds no page/)
  })
})
