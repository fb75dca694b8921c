import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest'
import type {ContentDocument} from '../../sanity/health/documents.ts'
import {picturesIn, replacePicture} from './pictures.ts'
import {undoReplacement} from './undoReplacement.ts'

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

async function replaceA() {
  const all = await documents()
  const pictures = picturesIn(all)
  const [from, to] = ['a', 'b'].map((name) => pictures.find(({id}) => id === asset(name)._id))
  if (!from || !to) throw new Error('The pictures are missing.')
  const replacement = replacePicture(all, from, to)
  const transaction = client().transaction()
  for (const draft of replacement.drafts) transaction.create(draft)
  for (const {id, set, unset} of replacement.patches) transaction.patch(client().patch(id).set(set).unset(unset))
  const {transactionId} = await transaction.commit()
  const {id: author} = await client().users.getById('me')
  return {transactionId, replacement, author}
}

test('a replacement that is taken back leaves everything as it was, without the drafts that it made', async () => {
  const before = await contents()
  const replaced = await replaceA()
  expect(replaced.replacement.patches.map(({id}) => id).toSorted()).toEqual([
    'drafts.edited',
    'drafts.new',
    'drafts.published',
  ])
  expect(await undoReplacement(client(), replaced, () => true)).toEqual({kept: 0})
  expect(await contents()).toEqual(before)
})

test('what was written since stays, and so does a picture that was chosen or published since', async () => {
  const replaced = await replaceA()
  await client().patch('drafts.published').set({title: 'After'}).commit()
  await client().patch('drafts.edited').set({'photo.asset._ref': 'image-c-300x200-png'}).commit()
  await client().action({actionType: 'sanity.action.document.publish', draftId: 'drafts.new', publishedId: 'new'})
  expect(await undoReplacement(client(), replaced, () => true)).toEqual({kept: 2})
  const refs = Object.fromEntries((await pages()).map(({_id, title, photo}) => [_id, {title, photo}]))
  expect(refs['drafts.published']).toEqual({title: 'After', photo: image})
  expect(refs['drafts.edited']).toMatchObject({photo: {asset: {_ref: 'image-c-300x200-png'}}})
  expect(refs.new).toMatchObject({photo: {asset: {_ref: asset('b')._id}}})
})
