import {afterAll, beforeAll, expect, test} from 'vitest'
import {openSuiteLake, type SuiteLake} from '../openSuiteLake.ts'

let lake: SuiteLake
beforeAll(async () => {
  lake = await openSuiteLake([
    {_id: 'a', _type: 'page', title: 'published'},
    {_id: 'versions.spring.a', _type: 'page', title: 'in spring'},
  ])
})
afterAll(() => lake.close())

const action = (name: string, fields: object) => ({
  actionType: `sanity.action.document.${name}`,
  purge: true,
  ...fields,
})

test.each([
  ['mutate', {mutations: [{delete: {id: 'a', purge: true}}]}],
  ['mutate', {mutations: [{delete: {query: '*[_type == "page"]', purge: 'true'}}]}],
  ['actions', {actions: [action('delete', {publishedId: 'a', includeDrafts: []})]}],
  ['actions', {actions: [action('discard', {draftId: 'versions.spring.a'})]}],
  ['actions', {actions: [action('version.discard', {versionId: 'versions.spring.a'})]}],
])('%s with purge is refused, since the history stays: %j', async (endpoint, request) => {
  const {status, body} = await lake.post(`/v1/data/${endpoint}/production`, request)
  expect({status, error: body.error}).toMatchObject({
    status: 400,
    error: {description: expect.stringContaining('leave out "purge"')},
  })
  expect((await lake.get('/v1/data/query/production?query=count(*)&perspective=raw')).body.result).toBe(2)
})

test('the versions of a release can be made, read as a stack, changed, marked for removal, and discarded', async () => {
  const act = (action: object) => lake.post('/v1/data/actions/production', {actions: [action]})
  const titles = async (perspective: string) =>
    (await lake.get(`/v1/data/query/production?query=*[_type=="page"].title&perspective=${perspective}`)).body.result
  const prefix = 'sanity.action.document.version'
  const document = {_id: 'versions.spring.b', _type: 'page', title: 'new in spring'}
  expect(await act({actionType: `${prefix}.create`, publishedId: 'b', document})).toMatchObject({status: 200})
  expect(await titles('spring')).toEqual(['in spring', 'new in spring'])
  await act({actionType: `${prefix}.replace`, document: {...document, title: 'changed'}})
  expect(await titles('spring')).toEqual(['in spring', 'changed'])
  await act({actionType: `${prefix}.unpublish`, versionId: 'versions.spring.a', publishedId: 'a'})
  expect(await titles('spring')).toEqual(['changed'])
  await act({actionType: `${prefix}.discard`, versionId: 'versions.spring.b'})
  await act({actionType: `${prefix}.discard`, versionId: 'versions.spring.a'})
  expect(await titles('spring')).toEqual(['published'])
})

test.each([
  ['/v1/schedules/local/production/a', 'scheduledPublishing'],
  ['/v1/graphql/production/default', 'GROQ'],
  ['/v1/apis/graphql/production/default', 'GROQ'],
  ['/vX/agent/action/generate/production', 'hosted Sanity'],
  ['/v2025-04-01/assist/tasks/instruction/production/status', 'hosted Sanity'],
  ['/vX/embeddings-index/query/production/all', 'hosted Sanity'],
  ['/v1/media-libraries/ml1/query', 'hosted Sanity'],
  ['/v2025-02-19/context/knowledge-bases', 'hosted Sanity'],
  ['/v1/projects/local/datasets/production/backups', '--backup'],
  ['/v1/projects/local/tokens', 'SANITY_API_WRITE_TOKEN'],
  ['/v1/access/project/local/robots', 'SANITY_API_WRITE_TOKEN'],
  ['/v1/access/project/local/roles', '--users'],
  ['/v1/projects/local/cors', '--allow-origin'],
  ['/v1/aliases/staging', '--dataset'],
  ['/v1/hooks/projects/local', '--webhook'],
  ['/v1/projects/local/datasets/production/schemas', 'sanity schema extract'],
  ['/v1/datasets/staging', '--dataset'],
  ['/v1/projects/local/datasets/staging', '--dataset'],
  ['/v1/datasets/production/copy', '--dataset'],
  ['/v2025-05-14/organizations', '--project'],
  ['/v1/data/copy/production', ''],
])('%s is a 404 that names the path, and what to do about it', async (path, hint) => {
  const {status, body} = await lake.get(path)
  expect({status, message: body.message}).toEqual({status: 404, message: expect.stringContaining(path)})
  expect(body.message).toContain(hint)
})

test('sanity graphql deploy is told why it is refused, in the one field that it shows', async () => {
  const {status, body} = await lake.post('/v1/apis/graphql/production/default/validate', {schema: {}})
  expect({status, validationError: body.validationError}).toEqual({
    status: 404,
    validationError: expect.stringContaining('it speaks GROQ alone'),
  })
})
