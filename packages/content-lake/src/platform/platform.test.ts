import {StatementSync} from 'node:sqlite'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import fc from '../testing/fastCheck.ts'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

async function open() {
  const lake = await openTestLake({allowedOrigins: ['http://localhost:3000']})
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${lake.url}/v2021-06-07${path}`, {redirect: 'manual', ...init})
  const asWriter = {authorization: `Bearer ${TEST_TOKENS.write}`}
  const asReader = {authorization: `Bearer ${TEST_TOKENS.read}`}
  const read = async (path: string, headers: Record<string, string> = asWriter) =>
    (await request(path, {headers})).json()
  return {lake, client: clientOf(lake), request, read, asWriter, asReader}
}

it('what the Studio asks for on every load is answered, though there is nothing to offer', async () => {
  const {request} = await open()
  for (const path of ['/journey/trial', '/journey/asset-limit', '/journey/comments', '/help?m=sanity']) {
    const response = await request(path)
    expect([path, response.status]).toEqual([path, 200])
    expect([null, {resources: {sectionArray: []}}]).toContainEqual(await response.json())
  }
})

it('Sanity 3 gets what it wants to have read before it offers a new release', async () => {
  const {request} = await open()
  const offer = await (await request('/journey/content-releases')).json()
  expect(offer).toMatchObject({ctaButton: {url: ''}, secondaryButton: {url: ''}})
})

describe('users', () => {
  it('know who asks', async () => {
    const {client, read, request, asReader} = await open()
    expect(await client.users.getById('me')).toMatchObject({
      id: 'write-token',
      role: 'administrator',
      roles: [{name: 'administrator'}],
    })
    expect(await read('/users/me', asReader)).toMatchObject({role: 'viewer'})
    expect((await request('/users/me')).status).toBe(401)
    expect((await request('/auth/id')).status).toBe(401)
  })

  it('are none, rather than a refusal, for the check of a Studio that nobody is signed in to, but a wrong token is refused', async () => {
    const {request} = await open()
    const check = (headers: Record<string, string>) =>
      request('/users/me?tag=sanity.studio.users.get-current', {headers})
    const senders: Record<string, string>[] = [{}, {cookie: 'lakeSession=ended'}]
    for (const headers of senders) {
      const response = await check(headers)
      expect({status: response.status, body: await response.json()}).toEqual({status: 200, body: {}})
    }
    expect((await check({authorization: 'Bearer wrong'})).status).toBe(401)
    expect((await request('/users/me/keyvalue?tag=sanity.studio.users.get-current')).status).toBe(401)
  })

  it('are one object for one id and a list for several', async () => {
    const {read, request} = await open()
    expect(await read('/users/local-editor')).toMatchObject({id: 'local-editor', displayName: 'Local editor'})
    expect(await read('/users/local-editor,somebody')).toMatchObject([{id: 'local-editor'}, {displayName: 'somebody'}])
    expect((await request('/users/local-editor')).status).toBe(401)
  })

  it('have each of their values once in an answer, however often it is named', async () => {
    const {read, request, asWriter} = await open()
    const body = JSON.stringify([{key: 'a', value: 1}])
    await request('/users/me/keyvalue', {method: 'PUT', body, headers: asWriter})
    expect(await read(`/users/me/keyvalue/${Array(500).fill('a').join()}`)).toEqual([{key: 'a', value: 1}])
  })

  it.each([
    ['of more bytes than', [{key: 'large', value: 'x'.repeat(1_000_001)}]],
    ['of more bytes in Chinese than', [{key: 'large', value: '页'.repeat(340_000)}]],
    ['more than', Array.from({length: 1001}, (_, index) => ({key: `key${index}`, value: index}))],
  ])('have no values %s a person may have', async (_, pairs) => {
    const {read, request, asWriter} = await open()
    const body = JSON.stringify([{key: 'first', value: 1}, ...pairs])
    expect((await request('/users/me/keyvalue', {method: 'PUT', body, headers: asWriter})).status).toBe(413)
    expect(await read('/users/me/keyvalue')).toEqual([])
  })

  it.each([
    ['settings', Array.from({length: 50_000}, (_, index) => ({key: `key${index}`, value: 1}))],
    ['text', Array.from({length: 200}, (_, index) => ({key: `key${index}`, value: 'x'.repeat(20_000)}))],
  ])('have too much %s refused before any of it is written, which would hold up all others', async (_, pairs) => {
    const {request, asWriter} = await open()
    const run = vi.spyOn(StatementSync.prototype, 'run')
    onTestFinished(() => run.mockRestore())
    const body = JSON.stringify(pairs)
    expect((await request('/users/me/keyvalue', {method: 'PUT', body, headers: asWriter})).status).toBe(413)
    expect(run).not.toHaveBeenCalled()
  })

  it('have keys that are counted whole: none is long, or holds what SQLite stops at', async () => {
    const {read, request, asWriter} = await open()
    const put = async (key: string) => {
      const body = JSON.stringify([{key, value: 1}])
      return (await request('/users/me/keyvalue', {method: 'PUT', body, headers: asWriter})).status
    }
    const control = fc.integer({min: 0, max: 31}).map((code) => String.fromCharCode(code))
    const wrong = fc.oneof(
      fc.tuple(fc.string({maxLength: 20}), control, fc.string({maxLength: 5000})).map((parts) => parts.join('')),
      fc.string({minLength: 1001, maxLength: 3000}),
    )
    const refused = fc.asyncProperty(wrong, async (key) => {
      expect(await put(key)).toBe(400)
    })
    await fc.assert(refused, {numRuns: 30})
    expect(await read('/users/me/keyvalue')).toEqual([])
    expect(await put('k'.repeat(1000))).toBe(200)
  })

  it('have values of their own that outlast the request', async () => {
    const {read, request, asWriter, asReader} = await open()
    const pairs = [
      {key: 'studio.view', value: {compact: true}},
      {key: 'other', value: 1},
    ]
    const put = await request('/users/me/keyvalue', {method: 'PUT', body: JSON.stringify(pairs), headers: asWriter})
    expect(await put.json()).toEqual(pairs)
    expect(await read('/users/me/keyvalue/studio.view,missing')).toEqual([pairs[0]])
    expect(await read('/users/me/keyvalue')).toHaveLength(2)
    expect(await read('/users/me/keyvalue/studio.view', asReader)).toEqual([])
    expect((await request('/users/me/keyvalue', {method: 'PUT', body: '{}', headers: asWriter})).status).toBe(400)
  })
})

describe('the project', () => {
  it('tells the App SDK who is in it, and who somebody is, without addresses', async () => {
    const {read, request, asReader} = await open()
    const users = '/access/project/local/users'
    const editor = {sanityUserId: 'local-editor', profile: {displayName: 'Local editor', email: ''}}
    const all = {data: [editor], totalCount: 1, nextCursor: null}
    expect(await read(`${users}?limit=100`, asReader)).toMatchObject(all)
    expect(await read(`${users}/local-editor`)).toMatchObject({
      ...editor,
      memberships: [{roleNames: ['administrator']}],
    })
    expect(await read(`${users}/me`, asReader)).toMatchObject({sanityUserId: 'read-token'})
    expect(await read(`${users}/nobody`)).toMatchObject({sanityUserId: 'nobody', memberships: [{roleNames: []}]})
    expect((await request('/access/project/other/users', {headers: asReader})).status).toBe(404)
  })

  it('is described as the Studio needs it', async () => {
    const {client, read, asReader} = await open()
    expect(await client.projects.getById('local')).toMatchObject({
      id: 'local',
      members: [{id: 'local-editor'}],
      features: ['contentReleases', 'singleDocRelease', 'studioComments', 'sanityTasks', 'advancedDatasetManagement'],
    })
    const comments = {name: 'production-comments', aclMode: 'private', addonFor: 'production'}
    expect(await client.datasets.list()).toMatchObject([{name: 'production', aclMode: 'public'}, comments])
    expect(await read('/datasets')).toEqual(await client.datasets.list())
    // As `sanity dataset list` of Sanity 3 and 4 goes on to ask.
    expect(await read('/aliases')).toEqual([])
    expect(await read('/projects/local/datasets?datasetProfile=comments&addonFor=production')).toMatchObject([comments])
    expect(await read('/projects/local/datasets?datasetProfile=comments&addonFor=another')).toEqual([])
    expect(await read('/projects/local/datasets?datasetProfile=media')).toEqual([])
    expect(await read('/projects/local/grants')).toEqual({})
    expect(await read('/projects/local/user-applications')).toEqual([])
    const [grant] = await read('/projects/local/datasets/production/acl')
    expect(grant.permissions).toEqual(expect.arrayContaining(['read', 'create', 'update']))
    const [less] = await read('/projects/local/datasets/production/acl', asReader)
    expect(less.permissions).not.toContain('update')
  })

  it('has a dataset that has no embeddings, and can be given none', async () => {
    const {client, read} = await open()
    const settings = {enabled: false, status: 'inactive'}
    expect(await client.datasets.getEmbeddingsSettings('production')).toEqual(settings)
    expect(await read('/datasets/production/settings/embeddings')).toEqual(settings)
    await expect(client.datasets.getEmbeddingsSettings('another')).rejects.toThrow('this lake holds "production"')
    const edit = client.datasets.editEmbeddingsSettings('production', {enabled: true})
    await expect(edit).rejects.toThrow('only hosted Sanity has this service')
  })

  it('has a visibility that stays, and tokens of its own', async () => {
    const {client, request, asWriter} = await open()
    const edit = client.datasets.edit('production', {aclMode: 'private'})
    await expect(edit).rejects.toThrow('what is published can be read without a token')
    // What `sanity tokens add` asks for first.
    const roles = await request('/access/project/local/roles', {headers: asWriter})
    expect(await roles.text()).toContain('tokens are in tokens.json')
  })

  it('is the only one, and closed to strangers', async () => {
    const {request, asWriter} = await open()
    expect((await request('/projects/another', {headers: asWriter})).status).toBe(404)
    expect((await request('/projects/local/datasets/another/acl', {headers: asWriter})).status).toBe(404)
    expect((await request('/projects/local')).status).toBe(401)
    expect((await request('/projects/local/datasets/production/acl')).status).toBe(401)
  })
})

describe('services', () => {
  it('answer so that the Studio stays quiet', async () => {
    const {read} = await open()
    expect(await read('/ping', {})).toEqual({pong: true})
    // Without comments among them the Studio would mount everything twice, to offer them for money.
    expect(await read('/features', {})).toEqual([
      'contentReleases',
      'singleDocRelease',
      'studioComments',
      'sanityTasks',
      'advancedDatasetManagement',
    ])
    expect(await read('/intake/telemetry-status', {})).toEqual({status: 'denied'})
    // Asked for at each load, whether scheduled publishing of old was ever used.
    expect(await read('/schedules/local/production?limit=1', {})).toEqual({schedules: []})
    // What @sanity/dashboard asks for: deployed Studios, and articles to read.
    expect(await read('/user-applications', {})).toEqual([])
    expect(await read('/addons/dashboard', {})).toEqual({items: []})
    // Asked for above a form that a role locks: the requests to edit that one has made.
    expect(await read('/access/requests/me')).toEqual([])
    expect(await read('/data/references/production/documents/x/to')).toEqual({totalCount: 0, references: []})
  })

  it.each(['batch', 'feedback', 'tracing'])('accept reports to /intake/%s and drop them', async (kind) => {
    const {lake} = await open()
    const answer = await fetch(`${lake.url}/vX/intake/${kind}`, {method: 'POST', body: 'an event'})
    expect([answer.status, await answer.json()]).toEqual([200, {}])
  })

  it('say what to do about the later form of comments', async () => {
    const {lake} = await open()
    const answer = await fetch(`${lake.url}/v2025-02-19/collaboration/comments`, {method: 'POST'})
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('beta.comments.v2')])
  })

  it('tell a page whether it is allowed', async () => {
    const {read} = await open()
    expect(await read('/check/cors', {origin: 'http://localhost:3000'})).toEqual({
      result: {allowed: true, withCredentials: true},
    })
    expect(await read('/check/cors', {origin: 'http://localhost:9'})).toEqual({
      result: {allowed: false, withCredentials: false},
    })
  })
})

describe('signing in', () => {
  const login = (origin: string) =>
    `/auth/login/local?${new URLSearchParams({origin, projectId: 'local', type: 'dual'})}`

  it('gives a cookie, and a code that is good for one session', async () => {
    const {request, read} = await open()
    const {providers} = await read('/auth/providers', {})
    expect(providers).toMatchObject([{name: 'local', url: expect.stringContaining('/auth/login/local')}])
    const response = await request(login('http://localhost:3000/studio'))
    expect(response.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Lax')
    const target = new URL(response.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe('http://localhost:3000/studio')
    const exchange = `/auth/fetch?${target.hash.slice(1)}`
    const {token} = await read(exchange, {})
    expect(await read('/users/me', {authorization: `Bearer ${token}`})).toMatchObject({id: 'local-editor'})
    expect((await request(exchange)).status).toBe(401)
  })

  it('leads to no page that is not allowed', async () => {
    const {request} = await open()
    expect((await request(login('https://example.com/'))).status).toBe(400)
    expect((await request(login('javascript:alert(1)'))).status).toBe(400)
  })

  it('out takes the cookie back', async () => {
    const {request} = await open()
    const response = await request('/auth/logout', {method: 'POST'})
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0')
  })
})
