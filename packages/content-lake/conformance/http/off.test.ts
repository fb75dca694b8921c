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

test('the action release.import is refused by its name', async () => {
  const actionType = 'sanity.action.release.import'
  const {status, body} = await lake.post('/v1/data/actions/production', {actions: [{actionType, releaseId: 'spring'}]})
  expect({status, error: body.error}).toMatchObject({
    status: 400,
    error: {type: 'actionError', description: expect.stringContaining(actionType)},
  })
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
  '/v1/schedules/local/production',
  '/v1/apis/graphql/production/default',
  '/vX/agent/action/generate/production',
  '/v1/projects/local/datasets/production/backups',
  '/v1/projects/local/tokens',
  '/v1/projects/local/cors',
  '/v1/hooks/projects/local',
  '/v1/data/copy/production',
])('%s is a 404 that names the path', async (path) => {
  expect(await lake.get(path)).toMatchObject({status: 404, body: {message: expect.stringContaining(path)}})
})
