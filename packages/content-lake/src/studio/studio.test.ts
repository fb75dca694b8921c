import {mkdir, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {brotliCompressSync, gzipSync} from 'node:zlib'
import {describe, expect, it} from 'vitest'
import {newFolder, openTestLake} from '../testing/openTestLake.ts'
import {prepareIndex} from './studioPolicy.ts'

const INDEX = `<!doctype html><html><head>
<link rel="preconnect" href="https://fonts.example.com"><link rel="icon" href="/static/favicon.ico">
<script src="https://core.sanity-cdn.com/bridge.js" async type="module"></script>
<script>window.inline = 1</script><script type="module" src="/static/index-B1CuAZ4E.js"></script>
</head><body></body></html>`

async function openStudio() {
  const parent = await newFolder()
  const studioDir = join(parent, 'dist')
  await mkdir(join(studioDir, 'static'), {recursive: true})
  await writeFile(join(parent, 'secret.txt'), 'outside')
  await writeFile(join(studioDir, '.env'), 'hidden')
  await writeFile(join(studioDir, 'index.html'), INDEX)
  await writeFile(join(studioDir, 'static', 'index-B1CuAZ4E.js'), 'export {}')
  await writeFile(join(studioDir, 'static', 'favicon.ico'), 'icon')
  const lines: string[] = []
  const lake = await openTestLake({
    studioDir,
    allowedOrigins: ['http://localhost:3000'],
    log: (line) => lines.push(line),
  })
  const get = (path: string, headers: Record<string, string> = {}) => fetch(lake.url + path, {headers})
  return {lake, get, studioDir, lines}
}

describe('a built Studio', () => {
  it('is one page for all of its paths', async () => {
    const {get} = await openStudio()
    for (const path of [
      '/',
      '/index.html',
      '/structure/page;page-home',
      '/structure/page;drafts.page-home',
      '/vision',
    ]) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(await response.text()).toContain('window.inline')
    }
  })

  it('does not hide what the API does not have', async () => {
    const {get} = await openStudio()
    for (const path of ['/v1/nothing', '/v2025-02-19/nope', '/images/nope', '/files/a/b/c', '/static/missing.js']) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  })

  it('is cut off from other hosts', async () => {
    const {lake, get} = await openStudio()
    const response = await get('/')
    const html = await response.text()
    expect(html).not.toContain('sanity-cdn')
    expect(html).not.toContain('fonts.example.com')
    expect(html).toContain('/static/favicon.ico')
    const policy = response.headers.get('content-security-policy') ?? ''
    const {port} = new URL(lake.url)
    const directive = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))
    expect(directive('script-src')).toBe(`script-src 'self' ${prepareIndex(INDEX).scriptHashes.join(' ')}`)
    expect(directive('frame-src')).toContain('http://localhost:3000')
    expect(directive('connect-src')).toContain(`ws://localhost:${port}`)
    expect(policy).not.toContain('https:')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })

  it('comes with a session that only its own pages can use', async () => {
    const {lake, get} = await openStudio()
    const cookie = ((await get('/')).headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const me = (headers: Record<string, string>) => get('/v2021-06-07/users/me', {cookie, ...headers})
    expect(await (await me({'sec-fetch-site': 'same-origin'})).json()).toMatchObject({id: 'local-editor'})
    expect((await me({origin: 'http://localhost:9'})).status).toBe(403)
    const mutate = (origin: string) =>
      fetch(`${lake.url}/v1/data/mutate/production`, {
        method: 'POST',
        headers: {cookie, origin, 'content-type': 'application/json'},
        body: JSON.stringify({mutations: [{create: {_id: 'a', _type: 'page'}}]}),
      })
    expect((await mutate('http://localhost:9')).status).toBe(403)
    expect((await mutate(lake.url)).status).toBe(200)
    expect((await get('/', {cookie, 'sec-fetch-site': 'none'})).headers.get('set-cookie')).toBeNull()
  })

  it('has files that may be cached for good when their name says what they hold', async () => {
    const {get} = await openStudio()
    const script = await get('/static/index-B1CuAZ4E.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('cache-control')).toContain('immutable')
    const icon = await get('/static/favicon.ico')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
    expect((await get('/static/favicon.ico', {'if-none-match': icon.headers.get('etag') ?? ''})).status).toBe(304)
  })

  it('is sent as the smallest copy that its build holds and the browser accepts', async () => {
    const {lake, studioDir} = await openStudio()
    const script = join(studioDir, 'static', 'index-B1CuAZ4E.js')
    await writeFile(`${script}.br`, brotliCompressSync('export {}'))
    await writeFile(`${script}.gz`, gzipSync('export {}'))
    const get = (encoding: string, headers: Record<string, string> = {}, path = '/static/index-B1CuAZ4E.js') =>
      fetch(lake.url + path, {headers: {'accept-encoding': encoding, ...headers}})
    const sent: [string, string | null][] = [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['*', 'br'],
      ['identity', null],
      ['br;q=0, gzip;q=0', null],
    ]
    const etags = new Set<string>()
    for (const [accepted, coding] of sent) {
      const response = await get(accepted)
      expect([accepted, response.headers.get('content-encoding')]).toEqual([accepted, coding])
      expect(await response.text()).toBe('export {}')
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      expect(response.headers.get('content-type')).toContain('text/javascript')
      expect(response.headers.get('cache-control')).toContain('immutable')
      const etag = response.headers.get('etag') ?? ''
      etags.add(etag)
      const again = await get(accepted, {'if-none-match': etag})
      expect([again.status, again.headers.get('vary')]).toEqual([304, response.headers.get('vary')])
    }
    expect(etags.size).toBe(3)
    // A file without copies does not depend on the header.
    const icon = await get('br', {}, '/static/favicon.ico')
    expect([icon.headers.get('content-encoding'), await icon.text()]).toEqual([null, 'icon'])
    expect(icon.headers.get('vary') ?? '').not.toContain('Accept-Encoding')
  })

  it('gives out no file from elsewhere, and no hidden one', async () => {
    const {get} = await openStudio()
    for (const path of ['/..%2fsecret.txt', '/static/..%2f..%2fsecret.txt', '/%2e%2e/secret.txt', '/.env']) {
      expect(await (await get(path)).text()).not.toMatch(/outside|hidden/)
    }
  })

  it('that is being built anew is told to come later, and is no fault for the log', async () => {
    const {get, studioDir, lines} = await openStudio()
    await rm(join(studioDir, 'index.html'))
    const response = await get('/')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(lines).toEqual([])
    await writeFile(join(studioDir, 'index.html'), INDEX)
    expect((await get('/')).status).toBe(200)
  })

  it('that was never built is an error at start', async () => {
    await expect(openTestLake({studioDir: await newFolder()})).rejects.toThrow('build the Studio first')
  })
})

describe('without a Studio', () => {
  it('the root says what this server is, and starts no session', async () => {
    const lake = await openTestLake()
    const response = await fetch(lake.url)
    expect(await response.text()).toContain('Embedded content lake')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await fetch(`${lake.url}/structure`)).status).toBe(404)
  })
})

it('a site that is only framed is shown, and gets neither the session nor answers with credentials', async () => {
  const studioDir = await newFolder()
  await writeFile(join(studioDir, 'index.html'), '<!doctype html><title>Studio</title>')
  const site = 'http://localhost:3000'
  const lake = await openTestLake({studioDir, framedOrigins: [site]})
  const page = await fetch(`${lake.url}/`)
  expect(page.headers.get('content-security-policy')).toMatch(/frame-src [^;]*http:\/\/localhost:3000/)
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = await fetch(`${lake.url}/v1/users/me`, {headers: {cookie, origin: site}})
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
  const own = await fetch(`${lake.url}/v1/users/me`, {headers: {cookie, origin: lake.url}})
  expect(own.status).toBe(200)
})
