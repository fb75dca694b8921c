import {setImmediate} from 'node:timers/promises'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import fc from '../testing/fastCheck.ts'
import {multiplexFetch} from './index.ts'
import type {ClientFrame, ServerFrame} from './protocol.ts'

const numRuns = 150 * Number(process.env.FUZZ_FACTOR || 1)
/** Longer than a connection may be silent, and a look at it. */
const SILENCE_MS = 61_000

/** A browser's socket whose network and lake are the test. */
class ScriptedSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  static all: ScriptedSocket[] = []
  readyState: number = ScriptedSocket.CONNECTING
  readonly sent: ClientFrame[] = []

  constructor() {
    super()
    ScriptedSocket.all.push(this)
  }

  /** The one that carries, or is to carry, the page's streams. */
  static get current(): ScriptedSocket | undefined {
    return ScriptedSocket.all.find(({readyState}) => readyState <= ScriptedSocket.OPEN)
  }

  send(text: string): void {
    if (this.readyState === ScriptedSocket.CONNECTING) throw new DOMException('Still connecting', 'InvalidStateError')
    if (this.readyState === ScriptedSocket.OPEN) this.sent.push(JSON.parse(text))
  }

  close(): void {
    if (this.readyState < ScriptedSocket.CLOSING) this.readyState = ScriptedSocket.CLOSING
  }

  open(): void {
    this.readyState = ScriptedSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  receive(frame: ServerFrame): void {
    this.dispatchEvent(Object.assign(new Event('message'), {data: JSON.stringify(frame)}))
  }

  closed(code: number): void {
    this.readyState = ScriptedSocket.CLOSED
    this.dispatchEvent(Object.assign(new Event('close'), {code}))
  }

  /** Ids that were opened here and not closed by the page. */
  get wanted(): number[] {
    const ids = new Set<number>()
    for (const {op, id} of this.sent) {
      if (op === 'open') ids.add(id)
      else ids.delete(id)
    }
    return [...ids]
  }
}

/** One request of the page, and what has come of it. */
interface Asked {
  abort: AbortController
  outcome: 'waiting' | 'refused' | number
  body: ReadableStreamDefaultReader<Uint8Array> | undefined
  text: string
  ended: boolean
}

async function follow(asked: Asked, answer: Promise<Response>): Promise<void> {
  try {
    const response = await answer
    asked.outcome = response.status
    asked.body = response.body?.getReader()
    for (;;) {
      const piece = await asked.body?.read()
      if (!piece || piece.done) break
      asked.text += new TextDecoder().decode(piece.value)
    }
  } catch {
    if (asked.outcome === 'waiting') asked.outcome = 'refused'
  }
  asked.ended = true
}

const pick = fc.nat(9)
const step = fc.oneof(
  {weight: 5, arbitrary: fc.record({kind: fc.constant('ask' as const), pick})},
  {weight: 3, arbitrary: fc.record({kind: fc.constant('handshake' as const), pick})},
  {weight: 4, arbitrary: fc.record({kind: fc.constant('answer' as const), pick})},
  {weight: 4, arbitrary: fc.record({kind: fc.constant('piece' as const), pick})},
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('end', 'abort', 'cancel', 'lose', 'signOut', 'stall', 'late', 'silence', 'close'),
      pick,
    }),
  },
)

beforeEach(() => {
  ScriptedSocket.all = []
  vi.stubGlobal('WebSocket', ScriptedSocket)
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval', 'Date']})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('every request is answered or fails, and every stream ends, whatever network, lake and page do in between', async () => {
  const run = async (steps: {kind: string; pick: number}[]) => {
    ScriptedSocket.all = []
    const lakeFetch = multiplexFetch('http://lake.test')
    const requests: Asked[] = []
    /** What the lake has sent to each id. */
    const pushed = new Map<number, string>()
    const answered = new Set<number>()
    const of = <Item>(list: readonly Item[], at: number): Item | undefined => list[at % Math.max(1, list.length)]
    for (const {kind, pick} of steps) {
      const socket = ScriptedSocket.current
      const isOpen = socket?.readyState === ScriptedSocket.OPEN
      const id = isOpen ? of(socket.wanted, pick) : undefined
      const asked = of(requests, pick)
      if (kind === 'ask') {
        const abort = new AbortController()
        const next: Asked = {abort, outcome: 'waiting', body: undefined, text: '', ended: false}
        requests.push(next)
        const url = `http://lake.test/v1/data/listen/production?query=*&n=${requests.length}`
        void follow(next, lakeFetch(url, {signal: abort.signal}))
      } else if (kind === 'handshake' && socket && !isOpen) socket.open()
      else if (kind === 'abort') asked?.abort.abort()
      else if (kind === 'cancel') void asked?.body?.cancel()
      else if (kind === 'lose') socket?.closed(1006)
      else if (kind === 'signOut' && isOpen) socket.closed(4401)
      // Closing, and for minutes not closed.
      else if (kind === 'stall') socket?.close()
      else if (kind === 'late') ScriptedSocket.all.find((one) => one !== socket)?.receive({id: 1, c: 'late'})
      else if (kind === 'close')
        ScriptedSocket.all.find(({readyState}) => readyState === ScriptedSocket.CLOSING)?.closed(1000)
      else if (kind === 'silence') vi.advanceTimersByTime(SILENCE_MS)
      else if (id !== undefined && kind === 'answer' && !answered.has(id)) {
        answered.add(id)
        socket?.receive({id, status: 200, headers: {'content-type': 'text/event-stream'}})
      } else if (id !== undefined && kind === 'piece' && answered.has(id)) {
        const piece = `${pushed.get(id) ?? ''}试${pick}`
        socket?.receive({id, c: `试${pick}`})
        pushed.set(id, piece)
      } else if (id !== undefined && kind === 'end' && answered.has(id)) {
        socket?.receive({id, end: true})
        socket?.sent.push({op: 'close', id})
      }
      await setImmediate()
      const live = ScriptedSocket.all.filter(({readyState}) => readyState <= ScriptedSocket.OPEN)
      expect(live.length).toBeLessThanOrEqual(1)
      // A request never waits on a socket that is closing, and the lake holds no stream that nobody reads.
      if (kind === 'ask') expect(live).toHaveLength(1)
      const open = live.find(({readyState}) => readyState === ScriptedSocket.OPEN)
      const followed = requests.flatMap(({ended}, index) => (ended ? [] : index + 1))
      if (open) expect(open.wanted).toEqual(followed)
      if (open) expect(followed).not.toEqual([])
    }
    const opened = ScriptedSocket.all.flatMap(({sent}) => sent.flatMap(({op, id}) => (op === 'open' ? id : [])))
    expect(opened).toHaveLength(new Set(opened).size)
    // Nothing comes any more.
    vi.advanceTimersByTime(SILENCE_MS)
    await setImmediate()
    for (const [index, {outcome, ended, text}] of requests.entries()) {
      expect({index, isSettled: outcome !== 'waiting', ended}).toEqual({index, isSettled: true, ended: true})
      expect((pushed.get(index + 1) ?? '').startsWith(text)).toBe(true)
    }
    expect(ScriptedSocket.current).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, {maxLength: 40}), run), {numRuns})
})
