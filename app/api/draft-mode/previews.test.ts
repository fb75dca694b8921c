import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import {NextRequest} from 'next/server'
import {expect, onTestFinished, test, vi} from 'vitest'

vi.mock('server-only', () => ({}))
// It asks for Next's modules by names that only a bundler finds, and is not reached.
vi.mock('next-sanity/draft-mode', () => ({defineEnableDraftMode: () => ({})}))

/** The entrances of previews, with a content API that answers all alike, quoting what it was sent. */
async function enter(path: string, status: number): Promise<{response: Response; lines: string[]}> {
  const api = createServer((request, response) => {
    response.writeHead(status, {'content-type': 'application/json'})
    response.end(JSON.stringify({message: `refused ${request.headers.authorization}`}))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = api.address()
  const port = typeof address === 'object' ? address?.port : undefined
  vi.stubEnv('NEXT_PUBLIC_SANITY_API_HOST', `http://127.0.0.1:${port}`)
  vi.stubEnv('SANITY_API_READ_TOKEN', 'token-of-the-site')
  vi.resetModules()
  const lines: string[] = []
  const warn = vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(String(line)))
  onTestFinished(() => {
    warn.mockRestore()
    vi.unstubAllEnvs()
    api.closeAllConnections()
    api.close()
  })
  const request = new NextRequest(`http://localhost:3000/h5/api/draft-mode/${path}`)
  const {GET} = path.startsWith('link') ? await import('./link/route') : await import('./enable/route')
  return {response: await GET(request), lines}
}

const entrances = {
  'from the Studio': 'enable?sanity-preview-secret=of-the-studio',
  'by a link': `link?key=${'a'.repeat(16)}.${'b'.repeat(32)}`,
}

test.each(
  Object.entries(entrances).flatMap(([name, path]) => [401, 503].map((status) => [name, status, path] as const)),
)(
  'a preview that is opened %s while the content API answers with %i says so, and shows no token',
  async (_, status, path) => {
    const {response, lines} = await enter(path, status)
    expect(response.status).toBe(503)
    const shown = await response.text()
    expect(shown).toContain('content API does not answer')
    expect(lines.join()).toContain('A preview could not be opened')
    expect(`${shown}${lines}`).not.toMatch(/token-of-the-site|of-the-studio/)
  },
)
