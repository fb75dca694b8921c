import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {ConnectionStatus} from './ConnectionStatus.ts'
import {persistentFetch} from './persistentFetch.ts'
import {UnsavedEdits} from './UnsavedEdits.ts'

const commitUrl = 'http://localhost:4444/v2025-02-19/data/actions/production?tag=sanity.studio.document.commit'
const listenUrl = 'http://localhost:4444/v1/data/listen/production?query=*'
const commitOf = (transactionId: string) => ({
  method: 'POST',
  body: JSON.stringify({actions: [{actionType: 'sanity.action.document.edit', publishedId: 'a'}], transactionId}),
})

const releaseOf = (releaseId: string) => ({
  method: 'POST',
  body: JSON.stringify({actions: [{actionType: 'sanity.action.release.publish', releaseId}]}),
})

/** A transport whose network gives these answers in turn. */
function transport(...answers: (() => Response | Promise<Response>)[]) {
  const base = vi.fn<typeof fetch>(async () => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
  const [connection, edits] = [new ConnectionStatus(1), new UnsavedEdits(1)]
  return {base, connection, edits, send: persistentFetch(base, connection, edits)}
}

const taken = () => Response.json({transactionId: 't1'})
const refused = (status: number) => () => Response.json({statusCode: status, error: 'Conflict'}, {status})
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
const proxyPage = (status: number) => () => new Response('<h1>nginx</h1>', {status})

test.each([400, 403, 404, 409, 413])(
  'a commit that the lake refuses with %i is not retried, and is told',
  async (status) => {
    const {base, connection, send} = transport(() =>
      Response.json({error: {description: 'It writes too much'}}, {status}),
    )
    expect((await send(commitUrl, commitOf('t1'))).status).toBe(status)
    expect(base).toHaveBeenCalledOnce()
    expect(connection.messages.get('refused')).toContain('It writes too much')
  },
)

test('a commit is retried with the same transaction ID, whatever a proxy answers', async () => {
  const passing = [400, 403, 404, 409, 408, 425, 429, 500, 502, 503, 504].map(proxyPage)
  const {base, connection, send} = transport(
    unreachable,
    refused(401),
    ...passing,
    () => new Response('{"trans'),
    taken,
  )
  expect(await (await send(commitUrl, commitOf('t1'))).json()).toEqual({transactionId: 't1'})
  const sent = base.mock.calls.map(([, init]) => init?.body)
  expect(sent).toEqual(Array(passing.length + 4).fill(commitOf('t1').body))
  expect(connection.problem).toBeUndefined()
})

test('a 401 is distinguished from no answer', async () => {
  const {connection, edits, send} = transport(refused(401), () => new Promise(() => {}))
  void send(commitUrl, commitOf('t1'))
  await expect.poll(() => connection.problem).toBe('signedOut')
  expect(edits.isUnsaved(['a'])).toBe(true)
})

test('what may not be written any more after signing in again waits, and is said', async () => {
  const {connection, edits, send} = transport(refused(401), refused(403), refused(403), () => new Promise(() => {}))
  void send(commitUrl, commitOf('t1'))
  await expect.poll(() => connection.problem).toBe('notAllowed')
  expect(edits.isUnsaved(['a'])).toBe(true)
  const back = transport(refused(401), refused(403), taken)
  expect(await (await back.send(commitUrl, commitOf('t1'))).json()).toEqual({transactionId: 't1'})
  expect(back.connection.problem).toBeUndefined()
})

describe('a page that one person has opened', () => {
  const [li, wang] = [
    {id: 'li', name: 'Li', roles: [{name: 'reviewer'}]},
    {id: 'wang', name: 'Wang', roles: [{name: 'marketer'}]},
  ]

  /** A page of Li's, while whoever `signedIn.person` names is signed in. */
  function pageOfLi(...answers: Parameters<typeof transport>) {
    const page = transport(...answers)
    const signedIn: {person: typeof li | 'signedOut'} = {person: li}
    page.connection.setOpener(li, async () => signedIn.person)
    return {...page, signedIn}
  }

  test('sends nothing in the name of another, who signs in after the session has ended, until Li is back', async () => {
    const {base, connection, edits, send, signedIn} = pageOfLi(refused(401), taken)
    signedIn.person = 'signedOut'
    const sent = send(commitUrl, commitOf('t1'))
    await expect.poll(() => connection.problem).toBe('signedOut')
    signedIn.person = wang
    await expect.poll(() => connection.problem).toBe('otherPerson')
    expect([connection.other, edits.isUnsaved(['a']), base.mock.calls.length]).toEqual([wang, true, 1])
    signedIn.person = li
    expect((await sent).status).toBe(200)
    expect([connection.problem, base.mock.calls.length]).toEqual([undefined, 2])
  })

  test('names Li to the lake with each edit, and waits when the lake has found somebody else', async () => {
    const type = 'otherPersonError'
    const isOther = () => Response.json({statusCode: 409, error: {type}}, {status: 409})
    const {base, connection, edits, send, signedIn} = pageOfLi(isOther, taken, taken)
    signedIn.person = wang
    const sent = send(commitUrl, commitOf('t1'))
    await expect.poll(() => connection.other).toEqual(wang)
    expect([connection.problem, edits.isUnsaved(['a']), base.mock.calls.length]).toEqual(['otherPerson', true, 1])
    signedIn.person = li
    expect((await sent).status).toBe(200)
    signedIn.person = wang
    connection.recheckPerson()
    await expect.poll(() => connection.problem).toBe('otherPerson')
    connection.acceptOther()
    await send(commitUrl, commitOf('t2'))
    const names = base.mock.calls.map(([, init]) => new Headers(init?.headers).get('lake-person'))
    expect(names).toEqual(['li', 'li', 'wang'])
  })

  test('names Li with writes that are no edits of a form, too, and says who else is signed in when one is refused', async () => {
    const isOther = () => Response.json({statusCode: 409, error: {type: 'otherPersonError'}}, {status: 409})
    const {base, connection, send, signedIn} = pageOfLi(taken, taken, isOther)
    const note = {method: 'POST', body: JSON.stringify({mutations: [{delete: {id: 'review.page-about.li'}}]})}
    await send('http://localhost:4444/v1/data/mutate/production?tag=sanity.studio', note)
    await send('http://localhost:4444/v1/data/actions/production', releaseOf('r1'))
    signedIn.person = wang
    const {status} = await send('http://localhost:4444/v1/data/mutate/production?tag=sanity.studio.pictures', note)
    expect(status).toBe(409)
    await expect.poll(() => [connection.problem, connection.other]).toEqual(['otherPerson', wang])
    const names = base.mock.calls.map(([, init]) => new Headers(init?.headers).get('lake-person'))
    expect(names).toEqual(['li', 'li', 'li'])
  })

  test('says so when Li signs in again with another role, and saves what the role allows', async () => {
    const {connection, send, signedIn} = pageOfLi(refused(401), taken)
    signedIn.person = 'signedOut'
    const sent = send(commitUrl, commitOf('t1'))
    await expect.poll(() => connection.problem).toBe('signedOut')
    expect(connection.hasOtherRoles).toBe(false)
    signedIn.person = {...li, roles: [{name: 'contributor'}]}
    expect((await sent).status).toBe(200)
    expect([connection.problem, connection.hasOtherRoles]).toEqual([undefined, true])
    signedIn.person = li
    connection.recheckPerson()
    await expect.poll(() => connection.hasOtherRoles).toBe(false)
  })

  test('says so at once when somebody comes back to it, and may be left only by asking', async () => {
    const {base, connection, edits, send, signedIn} = pageOfLi(taken)
    signedIn.person = wang
    connection.recheckPerson()
    void send(commitUrl, commitOf('t1'))
    expect(edits.wouldLoseEdits).toBe(true)
    await expect.poll(() => connection.problem).toBe('otherPerson')
    expect(base).not.toHaveBeenCalled()
    signedIn.person = li
    connection.recheckPerson()
    await edits.whenSaved()
    expect([connection.problem, base.mock.calls.length]).toEqual([undefined, 1])
  })

  test('saves in the name of another who wishes it, or keeps what they may not write', async () => {
    const {base, connection, edits, send, signedIn} = pageOfLi(refused(403), taken)
    signedIn.person = wang
    connection.recheckPerson()
    void send(commitUrl, commitOf('t1'))
    await expect.poll(() => connection.problem).toBe('otherPerson')
    connection.acceptOther()
    await edits.whenSaved()
    expect([connection.problem, base.mock.calls.length]).toEqual([undefined, 2])
  })

  test('asks nobody who is signed in while nothing has interrupted it', async () => {
    const {connection, send} = transport(taken, taken)
    const readPerson = vi.fn(async () => wang)
    connection.setOpener(li, readPerson)
    await send(commitUrl, commitOf('t1'))
    await send(commitUrl, commitOf('t2'))
    expect(readPerson).not.toHaveBeenCalled()
  })

  test('finds out who is signed in when a stream comes back after a break, before it saves', async () => {
    const open = () => new Response('event: welcome\ndata: {}\n\n', {headers: {'content-type': 'text/event-stream'}})
    const {connection, send, signedIn} = pageOfLi(open, open, () => new Promise(() => {}))
    signedIn.person = wang
    await send(`${listenUrl}&enableResume=true`)
    await expect.poll(() => connection.problem).toBe('otherPerson')
  })

  test('is not known to be theirs by an answer from before an interruption', async () => {
    const {connection} = transport()
    const answers = [Promise.withResolvers<typeof li>(), Promise.withResolvers<typeof li>()]
    let asked = 0
    connection.setOpener(li, async () => answers[asked++]?.promise ?? wang)
    connection.recheckPerson()
    connection.reportFailure({}, 'signedOut')
    answers[0]?.resolve(li)
    await expect.poll(() => asked).toBe(2)
    expect(connection.isPersonKnown).toBe(false)
  })
})

test('a stream that ends as soon as it is open is opened again after longer and longer pauses', async () => {
  const {connection, base, send} = transport()
  base.mockImplementation(async () => new Response(''))
  const backOff = vi.spyOn(connection, 'backOff')
  backOff.mockImplementation(async (attempt) => (attempt < 5 ? undefined : new Promise(() => {})))
  await send(`${listenUrl}&enableResume=true`)
  await expect.poll(() => backOff.mock.calls.flat()).toEqual([2, 3, 4, 5])
  expect(base).toHaveBeenCalledTimes(5)
})

test('during unload the next commit is sent within the current task', async () => {
  const {base, edits, send} = transport(() => new Promise(() => {}))
  const order: string[] = []
  const chain = send(commitUrl, commitOf('t1'))
    .then((response) => response.arrayBuffer())
    .then((buffer) => order.push(new TextDecoder().decode(buffer)))
  edits.flushOnUnload()
  setTimeout(() => order.push('next task'))
  await chain
  await expect.poll(() => order).toEqual(['{"transactionId":"t1"}', 'next task'])
  expect(base.mock.calls[0]?.[1]).toMatchObject({keepalive: true})
})

test('a commit too large for keepalive makes unloading unsafe until it is answered', async () => {
  const answer = Promise.withResolvers<Response>()
  const {base, edits, send} = transport(() => answer.promise)
  const large = JSON.stringify({...JSON.parse(commitOf('t1').body), text: '字'.repeat(30_000)})
  const sent = send(commitUrl, {method: 'POST', body: large})
  expect(edits.wouldLoseEdits).toBe(true)
  expect(base.mock.calls[0]?.[1]).toMatchObject({keepalive: false})
  answer.resolve(taken())
  await sent
  await edits.whenSaved()
  expect(edits.wouldLoseEdits).toBe(false)
})

const queryUrl = 'http://localhost:4444/v1/data/query/production?query=1'
const found = () => Response.json({result: 1, ms: 1})

test.each([
  ['GET', queryUrl, {}],
  ['POST', queryUrl, {method: 'POST', body: '{"query":"1"}'}],
  ['GET', 'http://localhost:4444/v1/data/doc/production/a', {}],
])('a read waits for the lake: %s %s', async (_, url, init) => {
  const {base, connection, send} = transport(unreachable, ...[502, 503, 504].map(proxyPage), found)
  expect(await (await send(url, init)).json()).toMatchObject({result: 1})
  const sent = base.mock.calls.map(([to, {signal: _limit, ...rest} = {}]) => [to, rest])
  expect(sent).toEqual(Array(5).fill([url, init]))
  expect(connection.problem).toBeUndefined()
})

test.each([
  ['a read', queryUrl],
  ['a listener', listenUrl],
  ['a listener that resumes', `${listenUrl}&enableResume=true`],
])('%s waits until somebody is signed in again', async (_, url) => {
  const open = () => new Response('event: welcome\ndata: {}\n\n', {headers: {'content-type': 'text/event-stream'}})
  const {base, connection, send} = transport(refused(401), refused(401), open)
  const problems: unknown[] = []
  connection.subscribe(() => problems.push(connection.problem))
  expect((await send(url)).status).toBe(200)
  expect(base).toHaveBeenCalledTimes(3)
  expect(problems).toEqual(['signedOut', 'signedOut', undefined])
})

test.each([
  'http://localhost:4444/v1/data/query/production?query=*',
  'http://localhost:4444/v1/data/doc/production/a?tag=sanity.studio.document.pair.fetch',
  listenUrl,
])('a read that gets no answer, as its connection died in silence, is asked again: %s', async (url) => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']})
  onTestFinished(() => void vi.useRealTimers())
  const signals: (AbortSignal | null | undefined)[] = []
  const base = vi.fn<typeof fetch>((_url, init) => {
    signals.push(init?.signal)
    if (signals.length > 1) return Promise.resolve(Response.json({result: 1, documents: []}))
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  const answer = persistentFetch(base, new ConnectionStatus(1), new UnsavedEdits(1))(url)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(base).toHaveBeenCalledTimes(2)
  expect((await answer).ok).toBe(true)
  // The body of the answer may take longer.
  await vi.advanceTimersByTimeAsync(120_000)
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
})

test('while a read waits the lake counts as away', async () => {
  const {connection, send} = transport()
  const stopped = new AbortController()
  const read = send(queryUrl, {signal: stopped.signal})
  await expect.poll(() => connection.problem).toBe('away')
  stopped.abort(new Error('closed'))
  await expect(read).rejects.toThrow('closed')
  expect(connection.problem).toBeUndefined()
})

test.each([
  ['of the lake', refused(503)],
  ['of a proxy that will not change', proxyPage(404)],
])('a read is answered by a refusal %s', async (_, answer) => {
  const {base, send} = transport(answer)
  expect((await send(queryUrl)).ok).toBe(false)
  expect(base).toHaveBeenCalledOnce()
})

test('other requests are sent once, unchanged', async () => {
  const {base, send} = transport(proxyPage(503))
  expect((await send('http://localhost:4444/v1/users/me')).status).toBe(503)
  expect(base).toHaveBeenCalledOnce()
})

const actionsUrl = 'http://localhost:4444/v2025-02-19/data/actions/production'
const run = (options = {}) => ({
  method: 'POST',
  body: JSON.stringify({actions: [{actionType: 'sanity.action.release.publish', releaseId: 'r1'}], ...options}),
})

test.each([
  ['away', 'Nothing was published', 0],
  [undefined, 'not known yet whether it was published', 1],
] as const)(
  'a release is published once, and whether it was is told: the lake %s before',
  async (problem, text, sent) => {
    const {base, connection, send} = transport(unreachable, proxyPage(502), found)
    const channel = {}
    if (problem) connection.reportFailure(channel, problem)
    await expect(send(actionsUrl, run())).rejects.toThrow(text)
    expect(connection.messages.get('unconfirmed')).toContain(text)
    const isAction = ([url]: Parameters<typeof fetch>) => url === actionsUrl
    expect(base.mock.calls.filter(isAction)).toHaveLength(sent)
    await expect.poll(() => base.mock.calls.filter((call) => !isAction(call)).length).toBeGreaterThan(0)
    connection.reportSuccess(channel)
    await expect.poll(() => connection.problem).toBeUndefined()
    // It has not been read yet.
    expect(connection.messages.get('unconfirmed')).toContain(text)
  },
)

test('a proxy’s answer does not say whether a release was published; the lake’s does', async () => {
  const {connection, send} = transport(proxyPage(504), found, refused(409))
  await expect(send(actionsUrl, run())).rejects.toThrow('not known yet')
  await expect.poll(() => connection.problem).toBeUndefined()
  expect((await send(actionsUrl, run())).status).toBe(409)
  expect(connection.messages.get('unconfirmed')).toBeUndefined()
})

test('a release is published while another request is slow, which counts as away', async () => {
  const {base, connection, send} = transport(found, taken)
  connection.reportFailure({}, 'away')
  expect((await send(actionsUrl, run())).ok).toBe(true)
  expect(base.mock.calls.map(([url]) => url)).toEqual([queryUrl.replace('v1', 'v2025-02-19'), actionsUrl])
  expect(connection.messages.get('unconfirmed')).toBeUndefined()
})

test('a dry run of a release’s action fails like any request', async () => {
  const {connection, send} = transport(unreachable)
  await expect(send(actionsUrl, run({dryRun: true}))).rejects.toThrow('Failed to fetch')
  expect(connection.messages.get('unconfirmed')).toBeUndefined()
})
