import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {expect, onTestFinished, test} from 'vitest'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {failureToast, isConflict, reasonOf, withPlainRefusals} from './reasonOf.ts'

/** The error of a request that is answered like this. */
async function failure(answer: typeof fetch): Promise<unknown> {
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: 'http://localhost:4444',
    useProjectHostname: false,
    useCdn: false,
    maxRetries: 0,
    resolveFetch: () => answer,
  })
  return client.fetch('1').then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('no answer is a matter of the connection, in the editor’s language', async () => {
  const error = await failure(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(reasonOf(error)).toContain('连不上内容库')
})

test.each([
  new Error('The check timed out'),
  new TypeError('There was no answer in time'),
  new DOMException('signal timed out', 'TimeoutError'),
  Object.assign(new Error('Socket timed out on request to https://x'), {code: 'ESOCKETTIMEDOUT'}),
])('an answer that comes too late is slow, which says nothing of the connection: %s', (error) => {
  expect(reasonOf(error)).toMatch(/太久/)
})

test.each([
  [401, '您已退出登录'],
  [503, '内容库出了错'],
  [409, 'It was changed by somebody'],
])('an answer of %i says “%s”', async (status, sentence) => {
  const error = await failure(async () => Response.json({message: 'It was changed by somebody'}, {status}))
  expect(reasonOf(error)).toContain(sentence)
})

test('a refusal for the sake of references is in the editor’s language', async () => {
  const lake = await createTestLake({seed: [{_id: 'role', _type: 'role'}]})
  onTestFinished(() => lake.close())
  const client = createClient({...lake.clientConfig, maxRetries: 0})
  const reason = (work: Promise<unknown>) => work.then(() => undefined, reasonOf)
  const page = {_id: 'page', _type: 'page', role: {_type: 'reference', _ref: 'role'}}
  expect(await reason(client.create({...page, role: {...page.role, _ref: 'gone'}}))).toMatch(
    /^它引用的一份文档已经不在。/,
  )
  await client.create(page)
  expect(await reason(client.delete('role'))).toMatch(/^还有文档引用它，所以不能撤下或删除。/)
})

test('what is sent in the name of somebody who is no longer signed in is no conflict of two edits', async () => {
  const refusal = {type: 'otherPersonError', description: 'Somebody else is signed in'}
  const other = await failure(async () => Response.json({statusCode: 409, error: refusal}, {status: 409}))
  expect([reasonOf(other), isConflict(other)]).toEqual([expect.stringContaining('现在登录的是别人'), false])
  const edited = await failure(async () => Response.json({message: 'It was changed'}, {status: 409}))
  expect(isConflict(edited)).toBe(true)
})

test('a fault of the Studio is called what it is', () => {
  expect(reasonOf(new RangeError('Invalid array length'))).toBe('Invalid array length')
})

test('the notice of a failure stays until it is closed or the action succeeds', () => {
  expect(failureToast('save', '没有保存', new Error('full'))).toMatchObject({
    id: 'save',
    closable: true,
    duration: Number.POSITIVE_INFINITY,
  })
})

/** The text of Sanity's notice of a release that a rule refuses. */
async function noticeOf(refusal: string): Promise<string> {
  const lake = await createTestLake({releaseRule: () => refusal})
  onTestFinished(() => lake.close())
  const {fetch} = globalThis
  const client = createClient({
    ...lake.clientConfig,
    token: lake.tokens.write,
    maxRetries: 0,
    resolveFetch: () => withPlainRefusals(fetch),
  })
  await client.releases.create({releaseId: 'r'})
  return client.releases.publish({releaseId: 'r'}).then(
    () => 'published',
    ({message}: Error) => message,
  )
}

test('what a release is refused for is said once, in the editor’s language', async () => {
  expect(await noticeOf('不行。\n有两处。\n\nNo.\nTwo places.')).toBe(label('不行。\n有两处。', 'No.\nTwo places.'))
  expect(await noticeOf('One language.')).toBe(label('One language.', 'One language.'))
})

test('other errors stay as they are', async () => {
  for (const body of [
    'not JSON, with "items"',
    '{"error":{"items":[',
    '{"error":{"items":3}}',
    '{"items":[]}',
    '{"message":"no"}',
  ]) {
    const answer = await withPlainRefusals(async () => new Response(body, {status: 400}))('http://localhost/')
    expect([answer.status, await answer.text()]).toEqual([400, body])
  }
})
