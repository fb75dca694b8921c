import {createClient} from '@sanity/client'
import {afterEach, expect, onTestFinished, test, vi} from 'vitest'
import {EnquiryApiError, enquiriesApi} from './enquiriesApi.ts'

afterEach(() => vi.unstubAllGlobals())

const client = createClient({projectId: 'x', dataset: 'x', useCdn: false, apiVersion: '1', token: 't'})
const api = enquiriesApi(client, {siteUrl: 'https://www.example.com', embedded: false})
const answer = (body: object, status: number) => vi.stubGlobal('fetch', async () => Response.json(body, {status}))

test('a change that a colleague was faster with returns the enquiry as they left it', async () => {
  answer({id: 'a', note: 'theirs'}, 409)
  expect(await api.change('a', {note: {before: '', text: 'mine'}})).toEqual({id: 'a', note: 'theirs'})
})

test('the site is asked whether an editor may read enquiries, in a way that its server takes', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, {method}: RequestInit) => {
    sent.push(`${method} ${url}`)
    return Response.json({mayRead: true})
  })
  expect(await api.mayRead()).toBe(true)
  expect(sent).toEqual(['POST https://www.example.com/h5/api/enquiries/access'])
})

test.each([403, 404, 503])('an answer of %i to a change is an error', async (status) => {
  answer({message: ''}, status)
  await expect(api.change('a', {status: 'done'})).rejects.toThrow(new EnquiryApiError(status))
})

test('a site whose answer breaks off or stays away is out of reach; one that is slow is waited for', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const rest = Promise.withResolvers<void>()
  const begin = (pull: (controller: ReadableStreamDefaultController) => Promise<void>) =>
    vi.stubGlobal('fetch', async () => new Response(new ReadableStream({pull}, {highWaterMark: 0})))
  begin(() => rest.promise)
  const failed = expect(api.exportCsv({})).rejects.toThrow(new EnquiryApiError(0))
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  begin((controller) => Promise.resolve(controller.error(new TypeError('lost'))))
  await expect(api.exportCsv({})).rejects.toThrow(new EnquiryApiError(0))
  let left = 5
  begin(async (controller) => {
    await new Promise((resolve) => setTimeout(resolve, 40_000))
    controller.enqueue(new TextEncoder().encode('line\n'))
    left -= 1
    if (left === 0) controller.close()
  })
  const whole = api.exportCsv({})
  await vi.advanceTimersByTimeAsync(200_000)
  expect(await (await whole).text()).toBe('line\n'.repeat(5))
})

test('a site that does not answer is out of reach', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('fetch', (_url: string, {signal}: RequestInit) => {
    const {promise, reject} = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  const failed = expect(api.mayRead()).rejects.toThrow(new EnquiryApiError(0))
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
})
