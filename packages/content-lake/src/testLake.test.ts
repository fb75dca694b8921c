import {existsSync} from 'node:fs'
import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {createClient, type ListenEvent} from '@sanity/client'
import {expect, onTestFinished, test, vi} from 'vitest'
import {recordEvents} from './testing/recordEvents.ts'
import {createTestLake, type TestLakeOptions} from './testLake.ts'

const seed = [
  {_id: 'home', _type: 'page', title: 'Home', next: {_type: 'reference', _ref: 'about'}},
  {_id: 'about', _type: 'page', title: 'About'},
]
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

async function open(options: TestLakeOptions = {}) {
  const lake = await createTestLake(options)
  onTestFinished(() => lake.close())
  return {lake, client: createClient(lake.clientConfig)}
}

test('a lake for tests starts with its documents, and leaves nothing behind', async () => {
  const {lake, client} = await open({seed})
  expect(await client.fetch('*[_id == "home"][0]{title, "next": next->title}')).toEqual({title: 'Home', next: 'About'})
  await lake.close()
  expect(existsSync(lake.dir)).toBe(false)
})

test('the seed may be an NDJSON file, and a mistake in it names the line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seed-'))
  onTestFinished(() => rm(folder, {recursive: true, force: true}))
  const file = join(folder, 'seed.ndjson')
  await writeFile(file, seed.map((document) => JSON.stringify(document)).join('\n'))
  const {client} = await open({seed: file})
  expect(await client.fetch('count(*)')).toBe(2)
  await writeFile(file, '{"_id": "a"}')
  await expect(createTestLake({seed: file})).rejects.toThrow('seed.ndjson, line 1: the document has no "_type"')
})

test('a query or a commit that does not say in whose name is refused with what is missing', async () => {
  const {lake} = await open({seed})
  const request = JSON.parse('{"query": "*", "params": {}, "mutations": [], "actions": []}')
  await expect(lake.query(request)).rejects.toMatchObject({status: 400, message: expect.stringContaining('"identity"')})
  for (const write of [lake.commit, lake.act]) expect(() => write(request)).toThrow('"author"')
})

test('users of the file are signed in with their roles, and need no password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'users-'))
  onTestFinished(() => rm(folder, {recursive: true, force: true}))
  const users = join(folder, 'users.json')
  await writeFile(
    users,
    JSON.stringify({
      users: [
        {id: 'ann', name: 'Ann', roles: ['editor']},
        {id: 'bob', name: 'Bob', roles: ['viewer']},
      ],
    }),
  )
  const {lake, client} = await open({seed, users})
  const rename = (token: string) =>
    client
      .withConfig({token})
      .patch('home', {set: {title: 'Start'}})
      .commit()
  const [ann, again, bob] = ['ann', 'ann', 'bob'].map((id) => lake.signIn(id))
  for (const token of [ann, again]) expect(await rename(token ?? '')).toMatchObject({title: 'Start'})
  await expect(rename(bob ?? '')).rejects.toMatchObject({statusCode: 403})
  expect(await client.withConfig({token: bob}).users.getById('me')).toMatchObject({id: 'bob'})
})

test('a reset brings back every document as it was, its history, and the assets', async () => {
  const {lake, client} = await open({seed})
  const before = await client.fetch('*|order(_id)')
  for (const round of [1, 2]) {
    await client.patch('home', {set: {title: `Changed ${round}`}}).commit({transactionId: 'change'})
    await client.patch('home', {unset: ['next']}).commit()
    await client.delete('about')
    await client.create({_id: 'drafts.new', _type: 'page'})
    const asset = await client.assets.upload('image', GIF, {filename: 'a.gif'})
    expect((await fetch(asset.url)).status).toBe(200)
    await lake.reset()
    expect(await client.fetch('*|order(_id)')).toEqual(before)
    expect(await client.fetch('*[references("about")]._id')).toEqual(['home'])
    expect((await fetch(asset.url)).status).toBe(404)
    const history = await fetch(
      `${lake.url}/v1/data/history/production/transactions/home,about,drafts.new?excludeContent=true`,
      {headers: {authorization: `Bearer ${lake.tokens.write}`}},
    )
    expect((await history.text()).trim().split('\n')).toHaveLength(1)
  }
})

test('listeners stay open through a reset, and see it and what follows', async () => {
  const {lake, client} = await open({seed})
  const recording = recordEvents<ListenEvent<{title: string}>>(
    client.listen('*[_type == "page"]', {}, {events: ['welcome', 'mutation']}),
  )
  await recording.count(1)
  await client.patch('about', {set: {title: 'Changed'}}).commit()
  await lake.reset()
  await client.patch('about', {set: {title: 'Again'}}).commit()
  const events = await recording.count(4)
  expect(events.map((event) => (event.type === 'mutation' ? event.result?.title : event.type))).toEqual([
    'welcome',
    'Changed',
    'About',
    'Again',
  ])
})

test('a reset by HTTP needs the admin token', async () => {
  const {lake, client} = await open({seed})
  await client.delete('home')
  const ask = async (token: string) =>
    (await fetch(`${lake.url}/v1/lake/reset`, {method: 'POST', headers: {authorization: `Bearer ${token}`}})).status
  expect(await ask(lake.tokens.write)).toBe(403)
  expect(await ask(lake.tokens.admin)).toBe(200)
  expect(await client.fetch('count(*)')).toBe(2)
})

test('a port that browsers refuse opens no database', async () => {
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
  onTestFinished(() => opened.mockRestore())
  await expect(createTestLake({port: 6000})).rejects.toThrow('Port 6000 is one that browsers')
  expect(opened).not.toHaveBeenCalled()
})

test('says what to do where happy-dom has replaced the classes of Node that a server needs', async () => {
  vi.stubGlobal('happyDOM', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(createTestLake()).rejects.toThrow('globalSetup')
})
