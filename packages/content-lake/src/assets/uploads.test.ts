import {createHash} from 'node:crypto'
import {once} from 'node:events'
import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs'
import {type ClientRequest, request} from 'node:http'
import {join} from 'node:path'
import {text} from 'node:stream/consumers'
import {expect, it} from 'vitest'
import type {StartedLake} from '../Lake.ts'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const MB = 1024 * 1024
const headers = {authorization: `Bearer ${TEST_TOKENS.write}`}

/** An upload whose end is not sent yet. */
function begin(lake: StartedLake, bytes: Buffer, token = TEST_TOKENS.write): ClientRequest {
  const upload = request(`${lake.url}/v1/assets/files/production?filename=a.txt`, {
    method: 'POST',
    headers: {authorization: `Bearer ${token}`},
  })
  upload.on('error', () => {})
  upload.write(bytes)
  return upload
}

const filesOf = (lake: StartedLake): string[] => {
  const folder = join(lake.options.dir, 'assets')
  return existsSync(folder) ? readdirSync(folder) : []
}

it('an upload is written to disk as it arrives, and one that breaks off leaves nothing there', async () => {
  const lake = await openTestLake()
  const upload = begin(lake, Buffer.alloc(MB, 'a'))
  await expect.poll(() => filesOf(lake).some((name) => name.endsWith('.part'))).toBe(true)
  upload.destroy()
  await expect.poll(() => filesOf(lake).length).toBe(0)
  await expect.poll(() => lake.uploads.open).toBe(0)
})

it('an upload that turns out to be too large is a 413, and leaves nothing', async () => {
  const lake = await openTestLake()
  const upload = begin(lake, Buffer.alloc(0))
  const answered = once(upload, 'response')
  const piece = Buffer.alloc(8 * MB)
  let response: Awaited<typeof answered>[0] | undefined
  void answered.then(([found]) => {
    response = found
  })
  while (!response) {
    if (!upload.write(piece)) await Promise.race([once(upload, 'drain'), answered])
  }
  expect(response.statusCode).toBe(413)
  upload.destroy()
  expect(filesOf(lake)).toEqual([])
})

it('an upload by somebody who may not create assets, or who is signed out meanwhile, leaves nothing', async () => {
  const pages = {filter: '_type == "page"', permissions: ['read' as const, 'create' as const]}
  const {lake, as} = await openNamedLake([{name: 'writer', grants: [pages]}], ['administrator', 'writer'])
  const send = as('writer').assets.upload('file', Buffer.from('text'), {filename: 'a.txt'})
  await expect(send).rejects.toThrow(/permission "create" required/)
  expect(filesOf(lake)).toEqual([])
  const token = lake.sessions.create(lake.users.find('administrator'))
  const upload = begin(lake, Buffer.from('text'), token)
  await expect.poll(() => filesOf(lake).length).toBe(1)
  lake.sessions.end(token)
  upload.end()
  const [response] = await once(upload, 'response')
  expect(response.statusCode).toBe(401)
  expect(filesOf(lake)).toEqual([])
})

it('an upload in pieces is stored whole', async () => {
  const lake = await openTestLake()
  const upload = begin(lake, Buffer.alloc(MB, 'a'))
  await expect.poll(() => filesOf(lake).length).toBe(1)
  upload.end('the end')
  const [response] = await once(upload, 'response')
  const {document} = JSON.parse(await text(response))
  const stored = Buffer.from(await (await fetch(document.url)).arrayBuffer())
  expect(stored).toEqual(Buffer.concat([Buffer.alloc(MB, 'a'), Buffer.from('the end')]))
  expect(document).toMatchObject({size: stored.length, sha1hash: createHash('sha1').update(stored).digest('hex')})
})

it('what a killed process had begun to store is removed at the next start', async () => {
  const dir = await newFolder()
  mkdirSync(join(dir, 'assets'))
  const whole = `${'0'.repeat(40)}.txt`
  for (const name of ['0123456789abcdef01234567.part', whole]) writeFileSync(join(dir, 'assets', name), 'text')
  expect(filesOf(await openTestLake({dir}))).toEqual([whole])
})

it('a file whose own name ends as that of an unfinished upload does is there after a restart', async () => {
  const dir = await newFolder()
  const first = await openTestLake({dir})
  const {path} = await clientOf(first).assets.upload('file', Buffer.from('a bracket'), {filename: 'bracket.PART'})
  await first.close()
  const second = await openTestLake({dir})
  expect(await (await fetch(`${second.url}/${path}`)).text()).toBe('a bracket')
})

it('an address that has as many uploads under way as it may waits for one to end', async () => {
  const lake = await openTestLake({uploadLimits: {perAddress: 2}})
  const uploads = [begin(lake, Buffer.from('first')), begin(lake, Buffer.from('second'))]
  await expect.poll(() => lake.uploads.open).toBe(2)
  const send = () =>
    fetch(`${lake.url}/v1/assets/files/production?filename=b.txt`, {method: 'POST', headers, body: 'third'})
  const refused = await send()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await refused.json()).toMatchObject({message: expect.stringContaining('2 uploads')})
  for (const upload of uploads) {
    upload.end()
    const [response] = await once(upload, 'response')
    expect(response.statusCode).toBe(200)
    response.resume()
  }
  expect((await send()).status).toBe(200)
})
