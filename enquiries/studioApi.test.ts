import {createTestLake, type TestLake} from 'embedded-content-lake/testing'
import {beforeAll, describe, expect, onTestFinished, test} from 'vitest'
import {createEditorLookup} from '../sanity/createEditorLookup.ts'
import {readContentSource} from '../sanity/env.ts'
import fc from '../tests/support/fastCheck.ts'
import {openDatabase} from './database/openDatabase.ts'
import {listEnquiries} from './store.ts'
import {answerAccess, answerChange, answerExport, answerPreflight, answerSearch, answerStudio} from './studioApi.ts'
import {submitEnquiry} from './submitEnquiry.ts'
import {submissionOf} from './testing/fixtures.ts'
import {newFile, onBothDatabases} from './testing/onBothDatabases.ts'

const studioOrigin = 'https://studio.example.com'

/** Requests enquiries, or whether they may be read, while the content API returns these roles or no editor, or fails. */
function ask(headers: Record<string, string>, roles: readonly string[] | Error | undefined, whether = false) {
  const request = new Request('https://www.example.com/h5/api/enquiries/search', {method: 'POST', headers})
  const findEditor = async () => {
    if (roles instanceof Error) throw roles
    return roles && {id: 'e', roles: [...roles]}
  }
  const access = {studioOrigin, roles: ['administrator', 'sales'], findEditor}
  return whether
    ? answerAccess(request, access)
    : answerStudio(request, access, async () => Response.json({secret: true}))
}
const good = {origin: studioOrigin, authorization: 'Bearer t'}

test.each([
  ['whoever works in the Studio with a role that may', good, ['sales'], 200],
  ['another role', good, ['editor'], 403],
  ['a credential that nobody holds', good, undefined, 401],
  ['no credential', {origin: studioOrigin}, ['administrator'], 401],
  ['a cookie instead of one', {origin: studioOrigin, cookie: 'lakeSession=t'}, ['administrator'], 401],
  ['another page', {...good, origin: 'https://evil.example'}, ['administrator'], 403],
  ['a page that hides its origin', {...good, origin: 'null'}, ['administrator'], 403],
  ['no page', {authorization: 'Bearer t'}, ['administrator'], 403],
  ['anybody while the content API is away', good, new Error('away'), 503],
] as const)('%s gets %o', async (_, headers, roles, status) => {
  const response = await ask(headers, roles)
  expect(response.status).toBe(status)
  expect((await response.text()).includes('secret')).toBe(status === 200)
  expect(response.headers.get('access-control-allow-origin')).toBe(studioOrigin)
  expect(response.headers.has('access-control-allow-credentials')).toBe(false)
})

test.each([
  ['a role that may', good, ['sales'], 200, true],
  ['another role', good, ['marketer'], 200, false],
  ['no credential', {origin: studioOrigin}, ['sales'], 401, undefined],
  ['another page', {...good, origin: 'https://evil.example'}, ['sales'], 403, undefined],
  ['anybody while the content API is away', good, new Error('away'), 503, undefined],
] as const)('the Studio learns whether to offer Enquiries, for %s', async (_, headers, roles, status, mayRead) => {
  const response = await ask(headers, roles, true)
  expect([response.status, (await response.json()).mayRead]).toEqual([status, mayRead])
  expect(response.headers.get('access-control-allow-origin')).toBe(studioOrigin)
})

test.each([
  [studioOrigin, 204],
  ['https://evil.example', 403],
])('only the Studio may ask beforehand what it may send: %s', (origin, status) => {
  const request = new Request('https://www.example.com/h5/api/enquiries/e', {method: 'OPTIONS', headers: {origin}})
  const answer = answerPreflight(request, {studioOrigin})
  const {headers} = answer
  expect(answer.status).toBe(status)
  expect(headers.get('access-control-allow-origin')).toBe(studioOrigin)
  expect(headers.get('access-control-allow-methods')).toBe('POST, PATCH, DELETE')
})

test('a note that a colleague has changed meanwhile is answered with the enquiry as it is', async () => {
  const database = await openDatabase({file: newFile()})
  onTestFinished(() => database.close())
  await submitEnquiry(database, submissionOf({}))
  const id = (await listEnquiries(database, {})).enquiries[0]?.id ?? ''
  const change = async (body: object, of = id) => {
    const request = new Request('https://www.example.com/', {method: 'PATCH', body: JSON.stringify(body)})
    const response = await answerChange(request, database, of)
    return [response.status, (await response.json()).note]
  }
  expect(await change({note: {before: '', text: 'rang'}})).toEqual([200, 'rang'])
  expect(await change({note: {before: '', text: 'wrote'}})).toEqual([409, 'rang'])
  expect(await change({note: {before: 'rang', text: 'rang\nwrote'}})).toEqual([200, 'rang\nwrote'])
  const longest = '汉'.repeat(10_000)
  expect(await change({note: {before: 'rang\nwrote', text: longest}})).toEqual([200, longest])
  const another = '字'.repeat(10_000)
  expect(await change({note: {before: longest, text: another}})).toEqual([200, another])
  expect(await change({status: 'done'})).toEqual([200, another])
  for (const wrong of [{note: 'rang'}, {note: {text: 'rang'}}, {note: {before: '\0', text: ''}}])
    expect(await change(wrong)).toEqual([400, undefined])
  expect(await change({note: {before: '', text: 'rang'}}, 'none')).toEqual([404, undefined])
})

const odd = fc.oneof(
  fc.string({unit: 'binary', maxLength: 8}),
  fc.constantFrom('\0', 'a\0b', '\ud800', '(', '[^', '\\', '***=', '(?i)', '%', "'; --", 'İ', '\u2028', '1e400'),
)
const createdAt = fc.oneof(fc.constantFrom(0, -1, 0.5, 1e300, -1e19, Number.MAX_SAFE_INTEGER, null, '1'), fc.integer())
const anyFilter = fc.record(
  {
    status: fc.constantFrom<unknown>('new', 'spam', 'gone', null),
    text: fc.oneof(
      odd,
      fc.tuple(odd, odd).map((words) => words.join(' ')),
      fc.constantFrom<unknown>(7, null),
    ),
    before: fc.record({createdAt, id: odd}),
  },
  {requiredKeys: []},
)

onBothDatabases(({open}) => {
  test('whatever is searched for is found, or not, or cannot be read: no database fails at it', async () => {
    const database = await open()
    await submitEnquiry(database, submissionOf({}))
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        for (const answer of [answerSearch, answerExport]) {
          const request = new Request('https://www.example.com/', {method: 'POST', body: JSON.stringify(filter)})
          expect([200, 400]).toContain((await answer(request, database)).status)
        }
      }),
      {numRuns: 200 * Number(process.env.FUZZ_FACTOR || 1)},
    )
  })
})

describe('the content API', () => {
  let lake: TestLake
  beforeAll(async () => {
    lake = await createTestLake({tokens: {write: 'w', read: 'r', admin: 'a'}})
    return () => lake.close()
  })
  const ticketFor = async (token: string) => {
    const answer = await fetch(`${lake.url}/v1/auth/tickets`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`},
    })
    return (await answer.json()).ticket
  }

  test('the embedded lake is asked about its tickets', async () => {
    const findEditor = createEditorLookup(readContentSource({NEXT_PUBLIC_SANITY_API_HOST: lake.url}))
    expect(await findEditor(await ticketFor('w'))).toEqual({id: 'write-token', roles: ['administrator']})
    expect(await findEditor(await ticketFor('r'))).toEqual({id: 'read-token', roles: ['viewer']})
    expect(await findEditor('w')).toBeUndefined()
  })

  test('a hosted project is asked about the Studio’s token, and is taken at its word for a minute', async () => {
    let now = 0
    const source = readContentSource({NEXT_PUBLIC_SANITY_PROJECT_ID: 'local', NEXT_PUBLIC_SANITY_API_HOST: lake.url})
    const findEditor = createEditorLookup({...source, useProjectHostname: false}, () => now)
    expect(await findEditor('w')).toEqual({id: 'write-token', roles: ['administrator']})
    expect(await findEditor('wrong')).toBeUndefined()
    await lake.close()
    expect(await findEditor('w')).toBeDefined()
    now = 60_000
    await expect(findEditor('w')).rejects.toThrow()
  })
})
