import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import sharp from 'sharp'
import {WebSocket} from 'ws'
import {ANONYMOUS, SYSTEM} from '../src/access/identities.ts'
import {parseTransform} from '../src/assets/transform/parseTransform.ts'
import {type RenderRequest, renderImage} from '../src/assets/transform/renderImage.ts'
import {createTransformCache} from '../src/assets/transform/transformCache.ts'
import {finish} from '../src/documents/work.ts'
import {historyFilter} from '../src/history/historyRights.ts'
import {transactionLog} from '../src/history/transactionLog.ts'
import {createRoom, servePresence} from '../src/presence/servePresence.ts'
import {Views} from '../src/query/perspective.ts'
import {runQuery} from '../src/query/runQuery.ts'
import {versionReader} from '../src/roles/canRead.ts'
import type {RoleDefinition} from '../src/roles/definitions.ts'
import {Roles} from '../src/roles/Roles.ts'
import type {Identity, LakeDocument} from '../src/types.ts'
import {createDataset} from './dataset.ts'
import {type Ablation, measure, measureAllThreads} from './measure.ts'
import {withLake} from './openBenchLake.ts'

type Report = (ablation: Ablation) => void

/** Each takes a good part of a second without the part. */
const LONG = {runs: 20, milliseconds: 2000}
const EDITS = 200
const TABS = 100
const DRAFT = 'drafts.new'

/** Parts around the queries: pictures, the process for slow queries, roles in the history, and presence. */
export async function serviceAblations(size: number, report: Report): Promise<void> {
  await pictures(report)
  await slowQueries(size, report)
  await roles(report)
}

/** One of 400 pixels from a photograph of 1600, by all threads, as sharp has its own. */
async function pictures(report: Report): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'lake-bench-'))
  try {
    const [file, width, height] = [join(dir, 'original.jpg'), 1600, 1200]
    const noise = {type: 'gaussian', mean: 128, sigma: 40} as const
    const original = sharp({create: {width, height, channels: 3, background: '#888', noise}})
    await writeFile(file, await original.jpeg().toBuffer())
    const transform = parseTransform(new URLSearchParams({w: '400', fm: 'webp'}))
    if (!transform) throw new Error('These parameters change nothing')
    const request: RenderRequest = {file, width, height, extension: 'jpg', transform, format: 'webp'}
    const cache = createTransformCache(join(dir, 'transforms'), 2 ** 29)
    const get = (key: string) => cache.get(key, 'known', () => renderImage(request))
    const kept = await measureAllThreads(() => get('same'), LONG)
    const anew = await measureAllThreads((run) => get(String(run)), LONG)
    const query = `${width} × ${height} pixels as 400, WebP`
    report({part: 'drawn pictures, kept', query, with: kept.processor, without: anew.processor})
  } finally {
    await rm(dir, {recursive: true})
  }
}

/** What the lake's own thread, which serves everybody else, has to do for a query that no index helps. */
function slowQueries(size: number, report: Report): Promise<void> {
  const query = 'count(*[_type == "person"][0...200][count(*[_type == "person" && lower(name) == lower(^.name)]) > 1])'
  return withLake(createDataset(size).documents, async (lake) => {
    const request = {query, identity: ANONYMOUS}
    const views = new Views(lake.documents, new Roles(), () => lake.url)
    const apart = await measure(() => lake.query(request), LONG)
    const here = await measure(() => runQuery(request, views.get('raw', ANONYMOUS), lake.options), LONG)
    report({part: 'slow queries in a process of their own', query, with: apart.processor, without: here.processor})
  })
}

const READER: RoleDefinition = {
  name: 'pages',
  title: '',
  description: '',
  grants: [{filter: '_type == "page"', permissions: ['read', 'history']}],
  refusals: [],
}
const PERSON: Identity = {id: 'bench', name: 'bench', rights: 'write', roles: [READER.name]}

/** What a person may read whose role reads pages alone. */
function roles(report: Report): Promise<void> {
  return withLake(createDataset(200).documents, async (lake) => {
    const restricted = {users: {roles: new Roles([READER])}, documents: lake.documents, database: lake.database}

    const id = 'page-1'
    for (let n = 0; n < EDITS; n += 1) lake.commit({mutations: [{patch: {id, set: {n}}}], author: SYSTEM})
    lake.commit({mutations: [{delete: {id}}], author: SYSTEM})
    const read = (canRead: (state: LakeDocument) => boolean) => () =>
      finish(
        transactionLog(lake.database, {
          documentIds: [id],
          fromTransaction: undefined,
          toTransaction: undefined,
          fromTime: undefined,
          toTime: undefined,
          authors: undefined,
          newestFirst: true,
          limit: EDITS,
          identifiedOnly: true,
          effects: true,
          mutations: false,
          canRead: canRead,
        }),
      )
    const once = await measure(() => read(historyFilter(PERSON, restricted) ?? never)(), LONG)
    const anew = await measure(
      read((state) => historyFilter(PERSON, restricted)?.(state) ?? false),
      LONG,
    )
    report({
      part: 'rights to the history, looked up once a document',
      query: `${EDITS} edits of a deleted page, by a role`,
      with: once.processor,
      without: anew.processor,
    })

    lake.commit({mutations: [{create: {_id: DRAFT, _type: 'page'}}], author: SYSTEM})
    const announce = (keyOf: (tab: number) => string) => {
      const room = createRoom()
      const [first] = Array.from({length: TABS}, (_, tab) => {
        const socket: WebSocket = Reflect.construct(WebSocket, [null, undefined, {}])
        socket.send = () => {}
        const reader = () => ({...versionReader(PERSON, restricted), key: keyOf(tab)})
        servePresence(socket, {identity: PERSON, room, reader})
        socket.emit('message', JSON.stringify({jsonrpc: '2.0', id: 1, method: 'presence_subscribe'}))
        return socket
      })
      const location = {type: 'document', documentId: DRAFT, path: ['title']}
      const data = {sessionId: 's', status: 'online', locations: [location]}
      const message = JSON.stringify({jsonrpc: '2.0', id: 2, method: 'presence_announce', params: {data}})
      return measure(() => first?.emit('message', message), {runs: 500, milliseconds: 1000})
    }
    const [together, apart] = [await announce(() => 'same'), await announce(String)]
    report({
      part: 'presence, told alike to who may read alike',
      query: `who is in a new draft, to ${TABS} tabs with a role`,
      with: together.processor,
      without: apart.processor,
    })
  })
}

const never = (): boolean => false
