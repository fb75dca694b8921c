import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {pipeline, Readable} from 'node:stream'
import {text} from 'node:stream/consumers'
import {isValidSignature} from '@sanity/webhook'
import {beforeEach, expect, onTestFinished, test, vi} from 'vitest'
import {createWaiting} from '../testing/createWaiting.ts'
import fc from '../testing/fastCheck.ts'
import {listenLocally} from '../testing/listenLocally.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import type {DocumentChange, WebhookConfig} from '../types.ts'

const waits: number[] = []

// Retries come at once, and what they would have waited is recorded.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (milliseconds: number) => {
    waits.push(milliseconds)
    await new Promise((resolve) => setImmediate(resolve))
  },
}))

beforeEach(() => {
  waits.length = 0
})

const SECRET = 'webhook-secret'
const numRuns = 6 * Number(process.env.FUZZ_FACTOR || 1)

/** What a receiver may do with a request. Only the first four are a 2xx. */
const ANSWERS = {
  ok: (response) => response.end('{"revalidated": true}'),
  empty: (response) => response.writeHead(204).end(),
  cutOff: (response) => {
    response.writeHead(200, {'content-length': '10'}).write('x')
    response.socket?.end()
  },
  endless: (response) => {
    const source = new Readable({
      read() {
        this.push(Buffer.alloc(16 * 1024))
      },
    })
    pipeline(source, response.writeHead(200), () => {})
  },
  redirect: (response) => response.writeHead(307, {location: '/elsewhere'}).end(),
  notFound: (response) => response.writeHead(404).end('<!doctype html>'),
  throttled: (response) => response.writeHead(429, {'retry-after': '3600'}).end(),
  broken: (response) => response.writeHead(500).end(),
  hungUp: (response) => response.socket?.destroy(),
  noHttp: (response) => response.socket?.end('nonsense\r\n\r\n'),
} satisfies Record<string, (response: ServerResponse) => unknown>

type Answer = keyof typeof ANSWERS

const isDone = (answer: Answer) => ['ok', 'empty', 'cutOff', 'endless'].includes(answer)

interface Call {
  answer: Answer
  text: string
  headers: Record<string, string>
}

/** A receiver that answers as planned, afterwards with 200. */
async function openMoodyReceiver(plan: Answer[]) {
  const calls: Call[] = []
  const {check, until} = createWaiting()
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = plan.shift() ?? 'ok'
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    calls.push({answer, text: await text(request), headers: Object.fromEntries(headers)})
    ANSWERS[answer](response)
    check()
  }
  const server = createServer(listener)
  const port = await listenLocally(server)
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  const done = () => calls.filter(({answer}) => isDone(answer))
  return {
    url: `http://127.0.0.1:${port}/`,
    calls,
    done,
    untilDone: (amount: number) => until(() => (done().length >= amount ? calls : undefined)),
    close,
  }
}

interface Hook {
  config: Omit<WebhookConfig, 'url'>
  /** Whether a change concerns the webhook, in TypeScript. */
  concerns(change: Pick<DocumentChange, 'before' | 'after'>): boolean
}

const ALL: WebhookConfig['on'] = ['create', 'update', 'delete']
const projection =
  '{_id, title, "author": author->name, "op": delta::operation(), "old": before().title, "new": after().title}'

const HOOKS: Hook[] = [
  {config: {name: 'everything', secret: SECRET, on: ALL, projection}, concerns: () => true},
  {
    config: {name: '页面标题', secret: SECRET, on: ['update'], projection, filter: 'delta::changedAny(title)'},
    concerns: ({before, after}) => Boolean(before && after && before.title !== after.title),
  },
  {
    config: {
      name: 'hidden now',
      secret: SECRET,
      on: ['update', 'delete'],
      projection,
      filter: 'before().hidden != true && (after().hidden == true || delta::operation() == "delete")',
    },
    concerns: ({before, after}) => Boolean(before && before.hidden !== true && (!after || after.hidden === true)),
  },
]

const operationOf = ({before, after}: Pick<DocumentChange, 'before' | 'after'>) =>
  before ? (after ? 'update' : 'delete') : 'create'

const ids = fc.constantFrom('a', 'b', 'c')
const content = fc.record({title: fc.constantFrom('x', 'y', '标题'), hidden: fc.boolean()})
const mutations = fc.oneof(
  fc.tuple(ids, content).map(([_id, fields]) => ({createOrReplace: {_id, _type: 'page', ...fields}})),
  fc.tuple(ids, content).map(([_id, fields]) => ({createIfNotExists: {_id, _type: 'page', ...fields}})),
  fc.tuple(ids, content).map(([id, set]) => ({patch: {query: '*[_id == $id]', params: {id}, set}})),
  ids.map((id) => ({delete: {query: '*[_id == $id]', params: {id}}})),
)
const answers = fc.array(fc.constantFrom(...Object.keys(ANSWERS).filter(isAnswer)), {maxLength: 12})
const histories = fc.array(
  fc.oneof(
    {weight: 5, arbitrary: fc.record({commit: fc.array(mutations, {minLength: 1, maxLength: 4})})},
    {weight: 1, arbitrary: fc.constant('restart' as const)},
  ),
  {minLength: 1, maxLength: 12},
)

function isAnswer(name: string): name is Answer {
  return name in ANSWERS
}

test('each change that concerns a webhook is sent in commit order until it is taken, whatever the receiver answers', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.tuple(answers, answers, answers), async (history, plans) => {
      const receivers = await Promise.all(plans.map((plan) => openMoodyReceiver([...plan])))
      const webhooks = HOOKS.map(({config}, index) => ({...config, url: receivers[index]?.url ?? ''}))
      const changes: (DocumentChange & {transactionId: string})[] = []
      const dir = await newFolder()
      const open = async () => {
        const lake = await openTestLake({dir, webhooks})
        lake.onTransaction(({id: transactionId, changes: made}) => {
          changes.push(...made.map((change) => ({...change, transactionId})))
        })
        return lake
      }
      let lake = await open()
      for (const step of history) {
        if (step === 'restart') {
          await lake.close()
          lake = await open()
        } else await clientOf(lake).mutate(step.commit, {returnDocuments: false})
      }
      for (const [index, {config, concerns}] of HOOKS.entries()) {
        const expected = changes
          .filter((change) => (change.before || change.after) && config.on.includes(operationOf(change)))
          .filter(concerns)
        const receiver = receivers[index]
        const calls = (await receiver?.untilDone(expected.length)) ?? []
        const done = calls.filter(({answer}) => isDone(answer))
        expect(done.map(({headers}) => [headers['sanity-transaction-id'], headers['sanity-document-id']])).toEqual(
          expected.map(({transactionId, documentId}) => [transactionId, documentId]),
        )
        expect(done.map((call) => JSON.parse(call.text))).toMatchObject(
          expected.map((change) => ({
            _id: change.documentId,
            op: operationOf(change),
            old: change.before?.title ?? null,
            new: change.after?.title ?? null,
            title: (change.after ?? change.before)?.title,
          })),
        )
        expect(new Set(done.map(({headers}) => headers['idempotency-key'])).size).toBe(expected.length)
        for (const [position, call] of calls.entries()) {
          expect(await isValidSignature(call.text, call.headers['sanity-webhook-signature'] ?? '', SECRET)).toBe(true)
          const next = calls[position + 1]
          if (isDone(call.answer) || !next) continue
          expect(next.text).toBe(call.text)
          expect(next.headers['idempotency-key']).toBe(call.headers['idempotency-key'])
        }
      }
      await lake.close()
      for (const receiver of receivers) receiver.close()
    }),
    {numRuns},
  )
})

test('the waits between retries double up to a second, and begin anew once a change is taken', async () => {
  const failures = fc.constantFrom<Answer>('redirect', 'notFound', 'throttled', 'broken', 'hungUp', 'noHttp')
  const plans = fc.array(fc.array(failures, {maxLength: 6}), {minLength: 1, maxLength: 4})
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      waits.length = 0
      const receiver = await openMoodyReceiver(plan.flatMap((failed) => [...failed, 'ok' as const]))
      const config = {name: 'site', secret: SECRET, on: ALL, url: receiver.url}
      const lake = await openTestLake({webhooks: [config]})
      const create = plan.map((_, index) => ({create: {_id: `page-${index}`, _type: 'page'}}))
      await clientOf(lake).mutate(create, {returnDocuments: false})
      await receiver.untilDone(plan.length)
      expect(waits).toEqual(plan.flatMap((failed) => [250, 500, 1000, 1000, 1000, 1000].slice(0, failed.length)))
      await lake.close()
      receiver.close()
    }),
    {numRuns},
  )
})
