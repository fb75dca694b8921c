import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished, vi} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {hashPassword} from '../access/password.ts'
import {createApp} from '../createApp.ts'
import {openLake} from '../openLake.ts'
import fc from '../testing/fastCheck.ts'
import {newFolder} from '../testing/openTestLake.ts'
import {readToEnd} from '../testing/readEventStream.ts'
import type {DocumentInput, Mutation} from '../types.ts'

const ROUNDS = 3 * Number(process.env.FUZZ_FACTOR || 1)
const password = hashPassword('a password for tests')
const START = Date.UTC(2026, 0, 1)

type Sees = (document: DocumentInput) => boolean
const isPublic: Sees = ({_id = ''}) => !_id.includes('.')

/** Roles by their reading, and what the rest of the world is to their people. */
const ROLES: [
  name: string,
  grants: {filter: string; permissions: ('read' | 'history' | 'create' | 'update')[]}[],
  Sees,
][] = [
  [
    'pages',
    [{filter: '_type == "page"', permissions: ['read', 'history', 'create', 'update']}],
    ({_type}) => _type === 'page',
  ],
  [
    'mine',
    [{filter: 'owner == $identity', permissions: ['read', 'history', 'create', 'update']}],
    ({owner}) => owner === 'mine',
  ],
  [
    'unlocked',
    [{filter: 'locked != true && !(_id in path("versions.**"))', permissions: ['read', 'history', 'update']}],
    ({locked, _id = ''}) => locked !== true && !_id.startsWith('versions.'),
  ],
  ['blind', [{filter: '_type == "page"', permissions: ['create', 'update']}], () => false],
]

const FAMILY = ['a', 'b', 'c']
const IDS = FAMILY.flatMap((id) => [id, `drafts.${id}`, `versions.r.${id}`, `versions.s.${id}`, `x.${id}`])
const RELEASES = ['_.releases.r', '_.releases.s']
const STATES = ['active', 'active', 'scheduled', 'archived', 'published']
const TEXTS = ['red green', 'green blue', 'blue blue red', '红色 内容']

const fields = fc.record(
  {
    title: fc.constantFrom(...TEXTS),
    n: fc.integer({min: 0, max: 5}),
    link: fc.constantFrom(...IDS).map((_ref) => ({_type: 'reference', _ref, _weak: true})),
    slug: fc.constantFrom('one', 'two').map((current) => ({current})),
  },
  {requiredKeys: ['title']},
)
const document = fc
  .record({_id: fc.constantFrom(...IDS, ...RELEASES, ...RELEASES), _type: fc.constantFrom('page', 'note'), fields})
  .map(({fields: values, ...rest}): DocumentInput => ({...rest, ...values}))
/** One transaction: documents that it puts in place of others, and ids that it deletes. */
const transaction = fc.record({
  documents: fc.array(document, {minLength: 1, maxLength: 4}),
  deleted: fc.subarray(IDS, {maxLength: 2}),
})
const scenario = fc.record({
  role: fc.constantFrom(...ROLES),
  /** What nobody but its owner reads, if the role asks for that. A document does not change sides. */
  secret: fc.subarray([...IDS, ...RELEASES]),
  history: fc.array(transaction, {minLength: 3, maxLength: 10}),
})

const QUERIES = [
  '*',
  '*[]._id',
  'count(*)',
  '*{..., "to": link->{_id, title}}',
  '*[defined(link->title)]._id',
  `*[references(${JSON.stringify(IDS)})]._id`,
  '*{"by": count(*[references(^._id)])}',
  '*|order(link->title, n desc)._id',
  '*|score(title match "red", boost(title match "blue", 2))|order(_score desc){_id, _score}',
  '*[title match "红色"]._id',
  '*[[@, _id] match text::query("green")]._id',
  'array::unique(*.title)',
  'math::sum(*.n)',
  '*[sanity::versionOf("a")]._id',
  '*[sanity::partOfRelease("r")]._id',
  'releases::all()._id',
  '*[_id in path("drafts.**")][0]',
  '*[_type == "page" && slug.current == "one"][0]{_id, "next": *[n > ^.n]|order(n)[0]._id}',
]
const PERSPECTIVES = ['raw', 'published', 'drafts', 'r', 's,r,drafts']

function pathsFor(transactions: readonly string[]): string[] {
  const all = `{${QUERIES.map((query, index) => `"q${index}": ${query}`).join(', ')}}`
  const queries = [all, ...QUERIES.slice(0, 4)].flatMap((query) =>
    PERSPECTIVES.map(
      (perspective) => `query/production?${new URLSearchParams({query, perspective, resultSourceMap: 'true'})}`,
    ),
  )
  const histories = ['drafts.a', 'versions.r.b', 'x.c', 'b', '_.releases.r'].flatMap((id) => [
    `transactions/${id}?effectFormat=mendoza`,
    `transactions/${id}?reverse=true&limit=1&includeIdentifiedDocumentsOnly=true`,
    `documents/${id}`,
    `documents/${id}?lastRevision=true`,
    `documents/${id}?revision=${transactions[0]}`,
    `documents/${id}?revision=${transactions.at(-1)}`,
    `events/documents/${id}`,
    `events/documents/${id}?limit=1`,
  ])
  return [
    ...queries,
    `doc/production/${IDS.join()}`,
    `doc/production/${FAMILY.join()}?includeAllVersions=true`,
    `doc/production/${IDS.join()}?excludeContent=true`,
    'export/production',
    'export/production?types=note&nextCursor=',
    ...histories.map((path) => `history/production/${path}`),
    `history/production/transactions/${IDS.join()}`,
    'history/production/events/releases/r',
    'history/production/events/releases/r?limit=1',
    'history/production/publications',
    'history/production/publications?limit=1',
    'production-comments',
  ]
}

/** Changes that answer and write nothing. Not of versions: a release locks them, also for who may not read it. */
const PROBES: Mutation[][] = [
  [{patch: {query: '*[title match "red" && !(_id in path("versions.**"))]', set: {n: 9}}}],
  [{delete: {query: '*[_type == "note" && !(_id in path("versions.**"))]'}}],
  [{create: {_id: 'new', _type: 'page', title: 'x', owner: 'mine'}}],
  [{create: {_id: 'drafts.new', _type: 'page', title: 'x', owner: 'mine'}}],
]

const named = (name: string, fields: object) => ({actionType: `sanity.action.${name}`, ...fields})

/** Dry runs of actions on a document: those that write its draft, where there is none that somebody may not read, and others. */
function actionsOn(id: string, mayWriteDraft: boolean): object[] {
  const ids = {publishedId: id, draftId: `drafts.${id}`}
  const attributes = {_id: ids.draftId, _type: id === 'b' ? 'note' : 'page', title: 'x', owner: 'mine'}
  const writing = [
    named('document.create', {publishedId: id, attributes}),
    named('document.create', {publishedId: id, attributes, ifExists: 'ignore'}),
    named('document.edit', {...ids, patch: {set: {n: 7}}}),
    named('document.unpublish', ids),
    named('document.replaceDraft', {publishedId: id, attributes}),
    named('document.version.create', {publishedId: id, baseId: id, versionId: ids.draftId, ifBaseRevisionId: 'tx-0'}),
    named('document.version.create', {publishedId: id, baseId: `versions.s.${id}`, versionId: ids.draftId}),
  ]
  const others = [
    named('document.publish', ids),
    named('document.publish', {...ids, ifDraftRevisionId: 'tx-1', ifPublishedRevisionId: 'tx-0'}),
    named('document.discard', {draftId: ids.draftId}),
    named('document.version.discard', {versionId: ids.draftId}),
    named('document.delete', {publishedId: id, includeDrafts: []}),
    named('document.delete', {publishedId: id, includeDrafts: [ids.draftId]}),
  ]
  return mayWriteDraft ? [...writing, ...others] : others
}
/** Anybody may guess their names. */
const ACTIONS_ON_RELEASES = ['r', 's'].flatMap((releaseId) => [
  named('release.create', {releaseId}),
  named('release.edit', {releaseId, patch: {set: {'metadata.title': 'x'}}}),
  named('release.schedule', {releaseId, publishAt: '2999-01-01T00:00:00Z'}),
  named('release.unschedule', {releaseId}),
  named('release.publish', {releaseId}),
  named('release.archive', {releaseId}),
  named('release.unarchive', {releaseId}),
  named('release.delete', {releaseId}),
])

it('nothing that somebody is answered depends on what they may not read', async () => {
  vi.useFakeTimers({toFake: ['Date']})
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({role, secret, history: drawn}) => {
      const history = drawn.map((one) => ({...one, documents: one.documents.map((each) => onItsSide(each, secret))}))
      const whole = await play(role, history, () => true)
      const seen = await play(role, history, role[2])
      expect([...whole.keys()]).toEqual([...seen.keys()])
      for (const [path, answer] of whole) expect(answer, path).toEqual(seen.get(path))
    }),
    {numRuns: ROUNDS, endOnFailure: true},
  )
})

/** A draft has the type of what is published. */
function onItsSide(document: DocumentInput, secret: readonly string[]): DocumentInput {
  const {_id = ''} = document
  const isSecret = secret.includes(_id)
  const side = {owner: isSecret ? 'other' : 'mine', locked: isSecret}
  if (RELEASES.includes(_id)) {
    const state = STATES[Number(document.n ?? 0) % STATES.length] ?? 'active'
    return {...document, ...side, _type: 'system.release', name: _id.slice(-1), state, metadata: {title: 'x'}}
  }
  return {...document, ...side, _type: _id.endsWith('b') ? 'note' : 'page'}
}

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

/** Everything that a person of the role and a stranger are answered in a lake of these states alone, by path. */
async function play([name, grants, sees]: Scenario['role'], history: Scenario['history'], isKept: Sees) {
  vi.setSystemTime(START)
  const dir = await newFolder()
  const users = join(dir, 'users.json')
  await writeFile(users, JSON.stringify({roles: [{name, grants}], users: [{id: name, name, password, roles: [name]}]}))
  const {lake, update, endStreams, close} = openLake({dir, port: 0, users, log: () => {}})
  update({url: 'http://localhost'})
  const app = createApp(lake)
  const tokens = {person: lake.sessions.create(lake.users.find(name)), stranger: undefined}
  const ask = (token: string | undefined, path: string, body?: object) => {
    const headers = {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})}
    const url = `http://localhost/v2024-01-01/data/${path}`
    return app.fetch(new Request(url, body ? {method: 'POST', headers, body: JSON.stringify(body)} : {headers}))
  }
  const streams = new Map<string, ReadableStream<Uint8Array> | null>()
  try {
    for (const [who, token] of Object.entries(tokens)) {
      const listen = new URLSearchParams({
        query: '*',
        includeAllVersions: 'true',
        includeResult: 'true',
        effectFormat: 'mendoza',
      })
      const filtered = new URLSearchParams({
        query: '*[defined(link->title)]',
        includeAllVersions: 'true',
        visibility: 'query',
      })
      const paths = [listen, filtered].map((parameters) => `listen/production?${parameters}`)
      for (const path of [...paths, `live/events/production?includeDrafts=${who === 'person'}`]) {
        streams.set(`${who} ${path}`, (await ask(token, path)).body)
      }
    }
    const transactions: string[] = []
    const state = new Map<string, DocumentInput>()
    for (const [index, {documents, deleted}] of history.entries()) {
      vi.setSystemTime(START + (index + 1) * 1000)
      const mutations: Mutation[] = []
      const put = (id: string, next: DocumentInput | undefined) => {
        const [wasKept, kept] = [state.get(id), next].map((one) => one && (isPublic(one) || isKept(one)))
        if (next) state.set(id, next)
        else state.delete(id)
        if (next && kept) mutations.push({createOrReplace: next})
        else if (wasKept) mutations.push({delete: {id}})
      }
      for (const id of deleted) if (!documents.some(({_id}) => _id === id)) put(id, undefined)
      for (const one of documents) put(one._id ?? '', one)
      if (mutations.length === 0) continue
      lake.commit({mutations, author: SYSTEM, transactionId: `tx-${index}`})
      if (isSeenBy(sees, mutations)) transactions.push(`tx-${index}`)
    }
    vi.setSystemTime(START + 3_600_000)
    const answers = new Map<string, unknown>()
    for (const [who, token] of Object.entries(tokens)) {
      for (const path of pathsFor(transactions)) {
        answers.set(`${who} ${path}`, await answerOf(await ask(token, path)))
      }
      for (const mutations of PROBES) {
        const path = 'mutate/production?dryRun=true&returnDocuments=true'
        const answer = await ask(token, path, {mutations, transactionId: 'probe'})
        answers.set(`${who} ${JSON.stringify(mutations)}`, await answerOf(answer))
      }
      const isHidden = (id: string) => {
        const document = state.get(id)
        return document !== undefined && !sees(document)
      }
      for (const action of [
        ...FAMILY.flatMap((id) => actionsOn(id, !isHidden(`drafts.${id}`))),
        ...ACTIONS_ON_RELEASES,
      ]) {
        const answer = await ask(token, 'actions/production?dryRun=true', {actions: [action], transactionId: 'probe'})
        answers.set(`${who} ${JSON.stringify(action)}`, await answerOf(answer))
      }
    }
    lake.commit({mutations: [{create: {_id: 'end', _type: 'page'}}], author: SYSTEM, transactionId: 'tx-end'})
    endStreams()
    for (const [key, stream] of streams) answers.set(key, await readToEnd(stream))
    return answers
  } finally {
    endStreams()
    close()
  }
}

const isSeenBy = (sees: Sees, mutations: readonly Mutation[]): boolean =>
  mutations.some(
    (mutation) =>
      'createOrReplace' in mutation && (isPublic(mutation.createOrReplace) || sees(mutation.createOrReplace)),
  )

async function answerOf(response: Response): Promise<unknown> {
  const headers = Object.fromEntries(response.headers)
  delete headers['x-request-id']
  const text = await response.text()
  return {
    status: response.status,
    headers: {...headers, 'content-length': undefined},
    text: text.replace(/"ms":\d+/, '"ms":0'),
  }
}
