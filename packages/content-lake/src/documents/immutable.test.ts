import type {SanityClient} from '@sanity/client'
import {describe, expect, it} from 'vitest'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {clientOf, TEST_TOKENS} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

const EVERYTHING = {
  name: 'everything',
  grants: [{filter: 'defined(_id)', permissions: ['read' as const, 'create' as const, 'update' as const]}],
}

async function open() {
  const named = await openNamedLake([EVERYTHING], ['everything', 'administrator'])
  return {...named, token: clientOf(named.lake), admin: clientOf(named.lake, {token: TEST_TOKENS.admin})}
}

const ids = {draftId: 'drafts.a', publishedId: 'a'}
const action = (name: string, fields: object) => ({actionType: `sanity.action.document.${name}`, ...fields})
const mutate =
  (...mutations: object[]) =>
  (client: SanityClient) =>
    client.request({method: 'POST', url: '/data/mutate/production', body: {mutations}})
const act =
  (...actions: object[]) =>
  (client: SanityClient) =>
    client.request({method: 'POST', url: '/data/actions/production', body: {actions}})

type Attempt = [string, (client: SanityClient) => Promise<unknown>]

const RETYPINGS: Attempt[] = [
  ['a replacement', mutate({createOrReplace: {_id: 'a', _type: 'role'}})],
  ['a deletion and a creation', mutate({delete: {id: 'a'}}, {create: {_id: 'a', _type: 'role'}})],
  ['a deletion by a query', mutate({delete: {query: '*[_id == "a"]'}}, {createIfNotExists: {_id: 'a', _type: 'role'}})],
  ['a patch that sets it', mutate({patch: {id: 'a', set: {_type: 'role'}}})],
  ['a patch by a path in brackets', mutate({patch: {id: 'a', set: {"['_type']": 'role'}}})],
  ['a patch by a recursive path', mutate({patch: {id: 'a', set: {'.._type': 'role'}}})],
  ['a patch by several paths', mutate({patch: {id: 'a', set: {"['_type','title']": 'role'}}})],
  ['a patch that removes it', mutate({patch: {id: 'a', unset: ['_type']}})],
  ['a patch of its text', mutate({patch: {id: 'a', diffMatchPatch: {_type: '@@ -1,4 +1,4 @@\n-page\n+role\n'}}})],
  ['a draft of another type', mutate({create: {_id: 'drafts.new', _type: 'role'}})],
  ['a version of another type', mutate({createIfNotExists: {_id: 'versions.r.a', _type: 'role'}})],
  [
    'the replacement of a draft',
    act(action('replaceDraft', {publishedId: 'a', attributes: {_id: 'drafts.a', _type: 'role'}})),
  ],
  ['a new draft', act(action('create', {publishedId: 'new', attributes: {_id: 'drafts.new', _type: 'role'}}))],
  ['an edit', act(action('edit', {...ids, patch: {set: {_type: 'role'}}}))],
  [
    'a discarded draft and another',
    act(
      action('discard', {draftId: 'drafts.a'}),
      action('replaceDraft', {publishedId: 'a', attributes: {_id: 'drafts.a', _type: 'role'}}),
    ),
  ],
  ['a new version', act(action('version.create', {publishedId: 'a', document: {_id: 'versions.r.a', _type: 'role'}}))],
  ['the replacement of a version', act(action('version.replace', {document: {_id: 'versions.s.a', _type: 'role'}}))],
  ['publishing what is of another type', act(action('publish', {draftId: 'drafts.odd', publishedId: 'odd'}))],
]

describe('the type of a document', () => {
  it('is changed by nobody, by no mutation and no action', async () => {
    const {as, token, lake} = await open()
    await token
      .transaction()
      .create({_id: 'a', _type: 'page', title: 'page'})
      .create({_id: 'drafts.a', _type: 'page'})
      .create({_id: 'versions.s.a', _type: 'page'})
      .create({_id: 'new', _type: 'page'})
      // The draft came first, so that nothing kept it from having another type.
      .create({_id: 'drafts.odd', _type: 'role'})
      .commit()
    await token.create({_id: 'odd', _type: 'page'})
    const types = () => Array.from(lake.documents.all(), ({_id, _type}) => `${_id} ${_type}`).sort()
    const before = types()
    for (const [by, attempt] of RETYPINGS) {
      for (const client of [as('everything'), as('administrator'), token]) {
        const status = await attempt(client).then(
          () => 200,
          (error) => error.statusCode,
        )
        // A path that leads nowhere changes nothing.
        expect({by, status}).toEqual({
          by,
          status: by.includes('path') ? expect.any(Number) : expect.toBeOneOf([400, 409]),
        })
        expect({by, types: types()}).toEqual({by, types: before})
      }
    }
  })

  it('is refused as hosted Sanity refuses it', async () => {
    const {token} = await open()
    await token.create({_id: 'a', _type: 'page'})
    expect(await rejection(token.createOrReplace({_id: 'a', _type: 'role'}))).toMatchObject({
      status: 409,
      item: {type: 'cannotModifyImmutableAttributeError', attribute: '_type', id: 'a'},
    })
  })
})

const STRANGERS: [string, object][] = [
  ['publish', {draftId: 'drafts.b', publishedId: 'a'}],
  ['publish', {draftId: 'b', publishedId: 'b'}],
  ['publish', {draftId: 'versions.r.b', publishedId: 'a'}],
  ['unpublish', {draftId: 'drafts.b', publishedId: 'a'}],
  ['unpublish', {draftId: 'b', publishedId: 'b'}],
  ['edit', {draftId: 'drafts.b', publishedId: 'a', patch: {set: {title: 'x'}}}],
  ['edit', {draftId: 'b', publishedId: 'b', patch: {set: {title: 'x'}}}],
  ['discard', {draftId: 'b'}],
  ['version.discard', {versionId: 'b'}],
  ['delete', {publishedId: 'a', includeDrafts: ['drafts.b']}],
  ['delete', {publishedId: 'drafts.b'}],
  ['replaceDraft', {publishedId: 'a', attributes: {_id: 'drafts.b', _type: 'page'}}],
  ['create', {publishedId: 'a', attributes: {_id: 'drafts.c', _type: 'page'}}],
  ['version.create', {publishedId: 'a', baseId: 'b', versionId: 'versions.r.a'}],
  ['version.create', {publishedId: 'a', document: {_id: 'versions.r.c', _type: 'page'}}],
  ['version.unpublish', {publishedId: 'b', versionId: 'versions.r.a'}],
]

it('an action with ids that do not belong together is refused', async () => {
  const {token} = await open()
  const documents = ['a', 'b', 'drafts.a', 'drafts.b', 'versions.r.b'].map((_id) => ({create: {_id, _type: 'page'}}))
  await mutate(...documents)(token)
  for (const [name, fields] of STRANGERS) {
    const {status} = await rejection(act(action(name, fields))(token))
    expect({name, fields, status}).toEqual({name, fields, status: 400})
  }
})

const FILE_FIELDS = ['mimeType', 'extension', 'path', 'url', 'sha1hash', 'assetId', 'uploadId', 'size']
const FILE_PATCHES: object[] = [
  ...FILE_FIELDS.map((field) => ({
    set: {[field]: 'x'},
  })),
  {inc: {size: 1}},
  {unset: ['mimeType']},
  {set: {'..mimeType': 'text/html'}},
  {set: {"['mimeType']": 'image/svg+xml; charset=utf-8'}},
  {insert: {replace: 'path', items: ['x']}},
  {diffMatchPatch: {mimeType: '@@ -1,4 +1,4 @@\n-text\n+Text\n'}},
]

describe('an asset document', () => {
  it('says the same of its file for ever', async () => {
    const {as, token, lake, admin} = await open()
    const {_id} = await token.assets.upload('file', Buffer.from('text'), {filename: 'a.txt'})
    const before = lake.documents.get(_id)
    const file = () => FILE_FIELDS.map((field) => lake.documents.get(_id)?.[field])
    const stored = file()
    for (const client of [as('everything'), as('administrator'), token, admin]) {
      for (const operations of FILE_PATCHES) {
        const failed = await mutate({patch: {id: _id, ...operations}})(client).then(
          () => 0,
          (error) => error.statusCode,
        )
        // An insertion that finds no list does nothing.
        expect({operations, failed}).toEqual({operations, failed: expect.toBeOneOf([0, 400, 409])})
        expect({operations, file: file()}).toEqual({operations, file: stored})
      }
      const replaced = {...before, mimeType: 'text/html', _id}
      expect((await rejection(mutate({createOrReplace: replaced})(client))).item.attribute).toBe('mimeType')
      const anew = await rejection(mutate({delete: {id: _id}}, {create: replaced})(client))
      expect(anew.item.attribute).toBe('mimeType')
    }
    await as('everything')
      .patch(_id, {set: {title: 'a title', 'metadata.note': 'free'}})
      .commit()
  })

  it('keeps the size of its image, and takes what else an import knows of it', async () => {
    const {token} = await open()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>')
    const {_id} = await token.assets.upload('image', svg)
    const dimensions = (width: number) => ({_type: 'sanity.imageDimensions', aspectRatio: 2, height: 10, width})
    expect((await rejection(token.patch(_id, {set: {'metadata.dimensions': dimensions(30)}}).commit())).status).toBe(
      409,
    )
    expect((await rejection(token.patch(_id, {unset: ['metadata']}).commit())).status).toBe(409)
    await token.patch(_id, {set: {metadata: {dimensions: dimensions(20), location: {lat: 1}}}}).commit()
  })

  it('is made by an upload, or by somebody who may do everything', async () => {
    const {as, token} = await open()
    const document = {_type: 'sanity.imageAsset', mimeType: 'text/html', path: 'images/local/production/x.svg'}
    for (const _id of ['image-abc-1x1-svg', 'drafts.image-abc-1x1-svg', 'versions.r.image-abc-1x1-svg', 'x']) {
      for (const kind of ['create', 'createIfNotExists', 'createOrReplace']) {
        const {status} = await rejection(mutate({[kind]: {...document, _id}})(as('everything')))
        expect({_id, kind, status}).toEqual({_id, kind, status: 403})
      }
      await mutate({create: {...document, _id}})(as('administrator'))
      await mutate({createOrReplace: {...document, _id: `${_id}2`}})(token)
    }
    expect((await as('everything').assets.upload('file', Buffer.from('a')))._id).toMatch(/^file-/)
  })
})
