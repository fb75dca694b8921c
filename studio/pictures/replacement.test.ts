import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, beforeEach, expect, test, vi} from 'vitest'
import type {ContentDocument} from '../../sanity/health/contentDocuments.ts'
import {picturesIn} from './pictures.ts'
import {commitReplacement, undoReplacement} from './replacement.ts'

let lake: Awaited<ReturnType<typeof createTestLake>>

const asset = (name: string) => ({_id: `image-${name}-300x200-png`, _type: 'sanity.imageAsset'})
const image = {_type: 'image', asset: {_type: 'reference', _ref: asset('a')._id, _weak: true}}
const page = (_id: string) => ({_id, _type: 'page', title: 'Before', photo: image})

beforeAll(async () => {
  const seed = [asset('a'), asset('b'), page('published'), page('edited'), page('drafts.edited')]
  lake = await createTestLake({seed: [...seed, page('drafts.new')]})
})
beforeEach(() => lake.reset())
afterAll(() => lake.close())

const client = () => createClient({...lake.clientConfig, maxRetries: 0})
const documents = () => client().fetch<ContentDocument[]>('*[_type in ["page", "sanity.imageAsset"]] | order(_id asc)')
const pages = async () => (await documents()).filter(({_type}) => _type === 'page')
const contents = async () => (await pages()).map(({_id, title, photo}) => ({_id, title, photo}))

async function picturesAAndB() {
  const pictures = picturesIn(await documents())
  const [a, b] = ['a', 'b'].map((name) => pictures.find(({id}) => id === asset(name)._id))
  if (!a || !b) throw new Error('The pictures are missing.')
  return {a, b}
}

async function replaceA() {
  const {a, b} = await picturesAAndB()
  return commitReplacement(client(), a, b)
}

const me = async () => (await client().users.getById('me')).id

test('a replacement that is taken back leaves everything as it was, without the drafts that it made', async () => {
  const before = await contents()
  const replaced = await replaceA()
  expect(replaced.documents.map(({id}) => id).toSorted()).toEqual(['drafts.edited', 'drafts.new', 'drafts.published'])
  expect(await undoReplacement(client(), replaced, await me(), () => true)).toEqual({kept: 0})
  expect(await contents()).toEqual(before)
})

test('what was written since stays, and so does a picture that was chosen or published since', async () => {
  const replaced = await replaceA()
  await client().patch('drafts.published').set({title: 'After'}).commit()
  await client().patch('drafts.edited').set({'photo.asset._ref': 'image-c-300x200-png'}).commit()
  await client().action({actionType: 'sanity.action.document.publish', draftId: 'drafts.new', publishedId: 'new'})
  expect(await undoReplacement(client(), replaced, await me(), () => true)).toEqual({kept: 2})
  const refs = Object.fromEntries((await pages()).map(({_id, title, photo}) => [_id, {title, photo}]))
  expect(refs['drafts.published']).toEqual({title: 'After', photo: image})
  expect(refs['drafts.edited']).toMatchObject({photo: {asset: {_ref: 'image-c-300x200-png'}}})
  expect(refs.new).toMatchObject({photo: {asset: {_ref: asset('b')._id}}})
})

/** A client during whose first reading somebody writes. */
function whileReading(write: () => Promise<unknown>) {
  const busy = client()
  let reads = 0
  const readAndWrite: ProxyHandler<typeof busy.fetch> = {
    apply: async (read, self, args) => {
      const answer: unknown = await Reflect.apply(read, self, [...args.slice(0, 2), {perspective: 'raw'}])
      reads += 1
      if (reads === 1) await write()
      return answer
    },
  }
  const read = new Proxy(busy.fetch.bind(busy), readAndWrite)
  vi.spyOn(busy, 'fetch').mockImplementation(read)
  return busy
}

test('a draft is made of what is published, also if a colleague publishes at the same moment; all is undone at once', async () => {
  const {a, b} = await picturesAAndB()
  const busy = whileReading(() => client().patch('published').set({title: 'Corrected'}).commit())
  const committed = await commitReplacement(busy, a, b)
  expect(committed.documents.map(({id}) => id).toSorted()).toEqual(['drafts.edited', 'drafts.new', 'drafts.published'])
  const draft = (await pages()).find(({_id}) => _id === 'drafts.published')
  expect(draft).toMatchObject({title: 'Corrected', photo: {asset: {_ref: b.id}}})
  expect(await undoReplacement(client(), committed, await me(), () => true)).toEqual({kept: 0})
  expect((await pages()).map(({_id, photo}) => [_id, photo])).toEqual(
    ['drafts.edited', 'drafts.new', 'edited', 'published'].map((_id) => [_id, image]),
  )
})

test('a document that somebody writes in at the same moment is replaced, and keeps what was written', async () => {
  const {a, b} = await picturesAAndB()
  const busy = whileReading(() => client().patch('drafts.edited').set({title: 'Typed'}).commit())
  await commitReplacement(busy, a, b)
  const edited = (await pages()).find(({_id}) => _id === 'drafts.edited')
  expect(edited).toMatchObject({title: 'Typed', photo: {asset: {_ref: b.id}}})
})

test('a picture that is used nowhere any more replaces nothing and says so', async () => {
  const {a, b} = await picturesAAndB()
  await commitReplacement(client(), a, b)
  await client().delete({query: '*[_type == "page" && !(_id in path("drafts.**"))]'})
  await expect(commitReplacement(client(), a, b)).rejects.toThrow(/没有地方用它|not used/)
})
