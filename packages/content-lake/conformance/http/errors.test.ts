import {afterAll, beforeAll, expect, test} from 'vitest'
import type {JsonObject} from '../../src/types.ts'
import {openSuiteLake, type SuiteLake} from '../openSuiteLake.ts'

let lake: SuiteLake
beforeAll(async () => {
  lake = await openSuiteLake([
    {_id: 'a', _type: 'page', author: {_type: 'reference', _ref: 'p'}},
    {_id: 'drafts.a', _type: 'page'},
    {_id: 'p', _type: 'person'},
  ])
})
afterAll(() => lake.close())

const mutate = (...mutations: JsonObject[]) => lake.post('/v1/data/mutate/production', {mutations})
const noop = {patch: {id: 'p', set: {n: 1}}}

/** The whole body of a rejected transaction. */
const refusal = (statusCode: number, type: string, index: number, error: JsonObject & {description: string}) => ({
  status: statusCode,
  body: {statusCode, error: {type, description: error.description, items: [{error, index}]}},
})

test('a taken id is a documentAlreadyExistsError', async () => {
  expect(await mutate(noop, {create: {_id: 'a', _type: 'page'}})).toEqual(
    refusal(409, 'mutationError', 1, {
      type: 'documentAlreadyExistsError',
      id: 'a',
      description: 'Document by ID "a" already exists',
    }),
  )
})

test('a patch of what is not there is a documentNotFoundError', async () => {
  expect(await mutate({patch: {id: 'nobody', set: {n: 1}}})).toEqual(
    refusal(404, 'mutationError', 0, {
      type: 'documentNotFoundError',
      id: 'nobody',
      description: 'The document with the ID "nobody" was not found',
    }),
  )
})

test('a wrong revision is a documentRevisionIDDoesNotMatchError with both revisions', async () => {
  const {body} = await lake.get('/v1/data/query/production?query=*[_id=="a"][0]._rev')
  expect(await mutate({patch: {id: 'a', ifRevisionID: 'old', set: {n: 1}}})).toEqual(
    refusal(409, 'mutationError', 0, {
      type: 'documentRevisionIDDoesNotMatchError',
      id: 'a',
      currentRevisionID: String(body.result),
      expectedRevisionID: 'old',
      description: `Document "a" has unexpected revision ID ("${body.result}"), expected "old"`,
    }),
  )
})

test('deleting what is referenced is a documentHasExistingReferencesError with who references it', async () => {
  expect(await mutate({delete: {id: 'p'}})).toEqual(
    refusal(409, 'mutationError', 0, {
      type: 'documentHasExistingReferencesError',
      id: 'p',
      referencingIDs: ['a'],
      description: 'Document "p" cannot be deleted as there are references to it from "a"',
    }),
  )
})

test('a strong reference to nothing is a documentReferenceDoesNotExistError', async () => {
  expect(await mutate({patch: {id: 'a', set: {next: {_type: 'reference', _ref: 'nobody'}}}})).toEqual(
    refusal(409, 'mutationError', 0, {
      type: 'documentReferenceDoesNotExistError',
      id: 'a',
      referenceID: 'nobody',
      description: 'Document "a" references non-existent document "nobody"',
    }),
  )
})

test('a refused action has the same shape, under the name actionError', async () => {
  const publish = {actionType: 'sanity.action.document.publish', draftId: 'drafts.b', publishedId: 'b'}
  expect(await lake.post('/v1/data/actions/production', {actions: [publish]})).toEqual(
    refusal(404, 'actionError', 0, {
      type: 'documentNotFoundError',
      id: 'drafts.b',
      description: 'The document with the ID "drafts.b" was not found',
    }),
  )
})

test('a query that cannot be read is a queryParseError with its span', async () => {
  const query = '*[_type == "page"'
  expect(await lake.post('/v1/data/query/production', {query})).toEqual({
    status: 400,
    body: {
      statusCode: 400,
      error: {
        type: 'queryParseError',
        description: expect.any(String),
        query,
        start: query.length - 1,
        end: query.length,
      },
    },
  })
  const unknown = '*{"n": shout(title)}'
  expect((await lake.post('/v1/data/query/production', {query: unknown})).body).toMatchObject({
    error: {type: 'queryParseError', description: 'Undefined function: shout', query: unknown},
  })
})

test('an unknown dataset, a missing query and a missing token are plain HTTP errors', async () => {
  expect(await lake.get('/v1/data/query/staging?query=*')).toEqual({
    status: 404,
    body: {
      statusCode: 404,
      error: 'Not Found',
      message: 'Dataset "staging" not found for project ID "local"',
    },
  })
  expect(await lake.get('/v1/data/query/production')).toMatchObject({
    status: 400,
    body: {statusCode: 400, error: 'Bad Request', message: expect.stringContaining('"query"')},
  })
  expect(await lake.get('/v1/data/query/production?query=*&perspective=drafts', {})).toMatchObject({
    status: 401,
    body: {statusCode: 401, error: 'Unauthorized', message: expect.any(String)},
  })
})
