import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {expect, onTestFinished, test, vi} from 'vitest'
import {readSteps, takeStep} from './ownSteps.ts'
import {removes} from './steps.ts'

test('a removal is taken back by itself, whatever its editor did after it', async () => {
  const lake = await createTestLake()
  onTestFinished(() => lake.close())
  const client = createClient({...lake.clientConfig, maxRetries: 0})
  const id = 'drafts.page-about'
  const block = (_key: string) => ({_key, _type: 'prose'})
  await client.create({_id: id, _type: 'page', blocks: ['a', 'b', 'c'].map(block)})
  await client.patch(id).unset(['blocks[_key=="a"]']).commit()
  await client.patch(id).set({title: 'After'}).commit()
  const author = (await client.users.getById('me')).id
  const wanted = (key: string) =>
    takeStep(client, {id, author, direction: 'undo', wanted: (step) => removes(step, key), canEdit: () => true})
  expect((await wanted('b')).step).toBeUndefined()
  await wanted('a')
  expect(await client.getDocument(id)).toMatchObject({title: 'After', blocks: ['a', 'b', 'c'].map(block)})
})

test('a log that never answers, or not to its end, as on a connection that died in a sleeping computer, is asked for again: all later undos wait for it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const hang = (signal?: AbortSignal | null) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const fetchLog = vi.fn<typeof fetch>(async () => new Response(''))
  vi.stubGlobal(
    'fetch',
    fetchLog
      .mockImplementationOnce((_url, init) => hang(init?.signal))
      .mockImplementationOnce(async () => new Response(new ReadableStream())),
  )
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    resolveFetch: () => async () => Response.json({documents: []}),
  })
  const read = vi.fn()
  void readSteps(client, 'drafts.page-about', 'li-wei').then(read)
  await vi.advanceTimersByTimeAsync(120_000)
  await vi.waitFor(() => expect(read).toHaveBeenCalled())
  expect(read).toHaveBeenCalledExactlyOnceWith({current: undefined, undo: [], redo: []})
})
