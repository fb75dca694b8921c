import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import {createClient, type SanityClient} from '@sanity/client'
import {BufferedDocument} from '@sanity/mutator'
import {createLake} from 'embedded-content-lake'
import {combineLatest, NEVER, switchMap} from 'rxjs'
import {
  createDocumentPreviewStore,
  createDocumentStore,
  createHistoryStore,
  createMockAuthStore,
  createWorkspaceFromConfig,
  emitOperation,
  getIdPair,
  snapshotPair,
} from 'sanity'
import {afterAll, beforeAll, expect, test, vi} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {ConnectionStatus} from './ConnectionStatus.ts'
import {mendLatePatches} from './latePatches.ts'
import {persistentFetch} from './persistentFetch.ts'
import {trackEdits} from './SaveGuard.tsx'
import {UnsavedEdits} from './UnsavedEdits.ts'

const rounds = 6 * Number(process.env.FUZZ_FACTOR || 1)
const faults = ['refused', 'lost', 'cut', 'hang', '401', '404', '408', '429', '500', '502', 'restart'] as const
type Fault = (typeof faults)[number]

const {schema, i18n} = await createWorkspaceFromConfig({
  name: 'default',
  projectId: 'local',
  dataset: 'production',
  schema: {types: [{name: 'page', type: 'document', fields: [{name: 'title', type: 'string'}]}]},
  auth: createMockAuthStore({
    client: createClient({projectId: 'local', apiVersion: '2025-02-19', useCdn: false}),
    currentUser: null,
  }),
})

// Sanity's stores look for a debugging switch on the one, and whether the other is seen.
beforeAll(() => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', Object.assign(new EventTarget(), {visibilityState: 'visible'}))
  mendLatePatches()
})
afterAll(() => void vi.unstubAllGlobals())

/** A fault lasts for a number of requests. */
const step = fc.oneof(
  {weight: 6, arbitrary: fc.record({type: fc.constant('letter' as const), pause: fc.integer({min: 0, max: 60})})},
  {weight: 2, arbitrary: fc.record({type: fc.constantFrom(...faults), requests: fc.integer({min: 1, max: 4})})},
  {weight: 1, arbitrary: fc.record({type: fc.constantFrom('cutStreams' as const, 'publish' as const)})},
  {weight: 1, arbitrary: fc.record({type: fc.constantFrom('colleague' as const, 'colleaguePublishes' as const)})},
)

type Step = (typeof step extends fc.Arbitrary<infer Value> ? Value : never) | {type: 'discard'}

test('whatever fails between the Studio and the lake, each letter is saved once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 8, maxLength: 30}), async (steps) => void (await typeThrough(steps))),
    {
      numRuns: rounds,
      endOnFailure: true,
    },
  )
})

test('the requests of Sanity’s document store have the tags that saving relies on', async () => {
  const seen = await typeThrough([{type: 'letter', pause: 0}])
  expect(seen).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/\/data\/actions\/.*tag=document\.commit/),
      expect.stringMatching(/\/data\/doc\/.*tag=document\.pair\.fetch/),
      expect.stringMatching(/\/data\/listen\/.*enableResume=true/),
    ]),
  )
})

test('letters typed after somebody has discarded the draft, with a commit on its way, are saved', async () => {
  await typeThrough([
    {type: 'letter', pause: 60},
    // Longer than the form takes to show that the draft is gone.
    {type: 'hang', requests: 4},
    {type: 'letter', pause: 60},
    {type: 'discard'},
    {type: 'letter', pause: 400},
    {type: 'letter', pause: 100},
  ])
})

test('letters typed while somebody publishes the draft, with a commit on its way or none, stay and are in the next draft', async () => {
  for (const fault of ['hang', 'refused'] as const)
    for (const waiting of [2, 0])
      await typeThrough([
        {type: 'letter', pause: 200},
        {type: fault, requests: fault === 'hang' ? 1 : 3},
        {type: 'letter', pause: 60},
        ...Array.from({length: waiting}, () => ({type: 'letter', pause: 0}) as const),
        {type: 'publish'},
        {type: 'letter', pause: 80},
        {type: 'letter', pause: 0},
        {type: 'letter', pause: 400},
      ])
})

test('a draft begun without a line shows what a colleague has published meanwhile', async () => {
  await typeThrough([
    {type: 'refused', requests: 5},
    {type: 'letter', pause: 100},
    {type: 'colleaguePublishes'},
    {type: 'letter', pause: 400},
  ])
})

test('the first letters of a draft are not put back into the form when the lake has made it', async () => {
  using rebase = vi.spyOn(BufferedDocument.prototype, 'rebase')
  await typeThrough(Array.from({length: 20}, () => ({type: 'letter', pause: 20})))
  expect(rebase).not.toHaveBeenCalled()
})

let documents = 0

async function typeThrough(steps: Step[]): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'studio-lake-'))
  const options = {dir, writeToken: 'write', log: () => {}}
  let lake = await createLake({...options, port: 0})
  const {url} = lake
  const restart = async () => {
    await lake.close()
    await sleep(50)
    lake = await createLake({...options, port: Number(new URL(url).port)})
  }
  const between = brokenFetch()
  const connection = new ConnectionStatus(20)
  const edits = new UnsavedEdits(30)
  const config = {projectId: 'local', dataset: 'production', apiVersion: '2025-02-19', apiHost: url, token: 'write'}
  const plain = createClient({...config, useProjectHostname: false, useCdn: false, perspective: 'raw'})
  const studio = plain.withConfig({resolveFetch: () => persistentFetch(between.fetch, connection, edits, 200)})
  // A new id each time: Sanity caches documents for the life of the process.
  documents += 1
  const id = `page-${documents}`
  await plain.create({_id: id, _type: 'page', title: 'start', other: 0})
  const form = openForm(studio, id, edits)
  try {
    await form.ready
    let typed = ''
    let colleague = 0
    let published = 0
    let publishes = 0
    let discardedLetters = 0
    for (const {type, ...details} of steps) {
      if (type === 'letter') {
        // What a letter is added to is what the form shows.
        if (discardedLetters === 0) expect(form.value).toBe(`start${typed}`)
        typed += String.fromCharCode(97 + (typed.length % 26))
        form.type(typed.slice(-1))
        await sleep('pause' in details ? details.pause : 0)
      } else if (type === 'cutStreams') between.cutStreams()
      else if (type === 'restart') await restart()
      else if (type === 'colleague') {
        colleague += 1
        await plain.createIfNotExists({...(await plain.getDocument(id)), _id: `drafts.${id}`, _type: 'page'})
        await plain.patch(`drafts.${id}`).set({other: colleague}).commit()
      } else if (type === 'colleaguePublishes') {
        published -= 1
        await plain.patch(id).set({other: published}).commit()
      } else if (type === 'discard') {
        discardedLetters = typed.length
        await expect.poll(() => plain.getDocument(`drafts.${id}`)).toBeDefined()
        await plain.action({actionType: 'sanity.action.document.discard', draftId: `drafts.${id}`})
        await expect.poll(() => form.value).toBe('start')
      } else if (type === 'publish') {
        const draftId = `drafts.${id}`
        if (!(await plain.getDocument(draftId))) continue
        publishes += 1
        await plain.action({actionType: 'sanity.action.document.publish', draftId, publishedId: id})
        // Until the form knows of it: what is on its way then must not leave it.
        const publishedTitle = (await plain.getDocument(id))?.title
        await expect.poll(() => form.published).toBe(publishedTitle)
      } else between.breakFor(type, 'requests' in details ? details.requests : 0)
    }
    await edits.whenSaved()
    const [document] = await plain
      .fetch('*[_id in [$id, $draft]] | order(_id desc)[0..1]{title, other}', {
        id,
        draft: `drafts.${id}`,
      })
      .then((found: {title: string; other: number}[]) => found.toReversed())
    await expect.poll(() => connection.problem).toBeUndefined()
    await expect.poll(() => form.value).toBe(document?.title)
    await expect.poll(() => form.other).toBe(document?.other)
    if (discardedLetters > 0)
      expect([...(document?.title ?? '')]).toEqual(expect.arrayContaining([...typed.slice(discardedLetters)]))
    // Which of what a colleague has written is there depends on when the draft was made.
    else {
      const isCertain = published === 0 && publishes === 0
      expect(document).toEqual({title: `start${typed}`, other: isCertain ? colleague : expect.any(Number)})
    }
    return between.urls
  } finally {
    form.close()
    await lake.close()
    await rm(dir, {recursive: true, force: true})
  }
}

/** A text field without a browser: each letter patches the text that the form shows. */
function openForm(client: SanityClient, id: string, edits: UnsavedEdits) {
  const idPair = getIdPair(id)
  const historyStore = createHistoryStore({client})
  const stop = trackEdits({client, historyStore, schema}, edits, () => NEVER)
  const documentPreviewStore = createDocumentPreviewStore({client})
  const {pair: pairs} = createDocumentStore({
    getClient: () => client,
    documentPreviewStore,
    historyStore,
    initialValueTemplates: [],
    schema,
    i18n,
  })
  // As forms do: without it an edit is made of what the document was at the last one.
  const operations = pairs.editOperations(id, 'page').subscribe()
  const loaded = Promise.withResolvers<void>()
  let value: string | undefined
  let other: unknown
  let shownAsPublished: unknown
  const pair = snapshotPair(client, idPair, 'page')
    .pipe(switchMap(({draft, published}) => combineLatest([draft.snapshots$, published.snapshots$])))
    .subscribe(([draft, published]) => {
      shownAsPublished = published?.title
      const title: unknown = (draft ?? published)?.title
      if (typeof title !== 'string') return
      value = title
      other = (draft ?? published)?.other
      loaded.resolve()
    })
  const form = {
    ready: loaded.promise,
    get value() {
      return value ?? ''
    },
    get other() {
      return other
    },
    /** The title that it knows to be published. */
    get published() {
      return shownAsPublished
    },
    type: (letter: string) => emitOperation('patch', idPair, 'page', [[{set: {title: form.value + letter}}]]),
    close: () => {
      stop()
      pair.unsubscribe()
      operations.unsubscribe()
    },
  }
  return form
}

/** A `fetch` that fails in one way for a number of requests. */
function brokenFetch() {
  let fault: Fault | undefined
  let left = 0
  const streams = new Set<AbortController>()
  const urls: string[] = []
  const fetchThrough: typeof fetch = async (input, init) => {
    const url = String(input)
    urls.push(url)
    if (left > 0) left -= 1
    else fault = undefined
    const now = fault
    if (now === 'refused') throw new TypeError('fetch failed')
    if (now === 'hang')
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('gone'))))
    if (now && /^\d+$/.test(now)) return new Response('<h1>Not here</h1>', {status: Number(now)})
    if (url.includes('/data/listen/')) {
      const cut = new AbortController()
      streams.add(cut)
      const signal = init?.signal ? AbortSignal.any([init.signal, cut.signal]) : cut.signal
      return fetch(input, {...init, signal})
    }
    const response = await fetch(input, init)
    if (now === 'lost') throw new TypeError('fetch failed')
    if (now !== 'cut') return response
    const text = await response.text()
    return new Response(text.slice(0, text.length / 2), {status: response.status, headers: response.headers})
  }
  return {
    fetch: fetchThrough,
    urls,
    breakFor: (next: Fault, requests: number) => {
      fault = next
      left = requests
    },
    cutStreams: () => {
      for (const cut of streams) cut.abort()
      streams.clear()
    },
  }
}
