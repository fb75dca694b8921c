import {createHmac} from 'node:crypto'
import {createServer} from 'node:http'
import {encodeSignatureHeader} from '@sanity/webhook'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {signatureHeader, signatureLife} from '../../lib/webhookSignature.ts'
import {listen} from '../../tests/support/listen.ts'
import {catchUp, compareRegularly, internalHeader, Replays, readWebhook, signInternal} from './readWebhook.ts'

const secret = 'a secret of the test'
const now = 1_760_000_000_000
const minute = 60_000
const change = {_id: 'page-about', _type: 'page', _rev: 'r1', operation: 'update'}
const json = JSON.stringify(change)

/** Signs by hand what the library refuses to sign: empty bodies, times in seconds. */
const sign = (body: string, key = secret, time = now) =>
  `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('base64url')}`

interface Sent {
  body?: string | Uint8Array<ArrayBuffer>
  signature?: string
  type?: string
}

const send = ({body = json, signature = sign(json), type = 'application/json'}: Sent) =>
  readWebhook(
    new Request('http://localhost/h5/api/revalidate', {
      method: 'POST',
      body,
      headers: {...(signature && {'sanity-webhook-signature': signature}), ...(type && {'content-type': type})},
    }),
    secret,
    now,
  )

describe('a webhook', () => {
  it('is accepted with the right signature', async () => {
    expect(await send({})).toEqual({
      accepted: true,
      change,
      body: json,
      signature: sign(json),
      id: expect.stringMatching(/^1760000000000\.[\w-]{43}$/),
      relayed: false,
    })
  })

  it.each([
    ['signed by Sanity’s own library', json],
    ['with “&” and emoji in it', JSON.stringify({...change, _id: 'page-a&b=c%26-🚗🔬'})],
    ['with spaces and line ends around', `\n ${json}\r\n`],
  ])('is accepted %s', async (_case, body) => {
    const signature = await encodeSignatureHeader(body, now, secret)
    expect(await send({body, signature})).toMatchObject({accepted: true, body})
  })

  it('is accepted with a type that names its characters', async () => {
    expect(await send({type: 'application/json; charset=utf-8'})).toMatchObject({accepted: true})
  })

  it.each([
    ['just before its signature is too old', now - signatureLife, true],
    ['as soon as it is', now - signatureLife - 1, false],
    ['from a clock that is a little ahead', now + 4 * minute, true],
    ['from the future', now + 6 * minute, false],
  ])('is taken or refused by its time: %s', async (_case, time, accepted) => {
    expect((await send({signature: sign(json, secret, time)})).accepted).toBe(accepted)
  })

  const right = sign(json)
  it.each([
    ['without a signature', {signature: ''}],
    ['with a signature of another secret', {signature: sign(json, 'another')}],
    ['with a signature of another body', {signature: sign('{}')}],
    ['whose body was changed by one sign', {body: json.replace('about', 'abouT')}],
    ['with bytes that are no text', {body: new Uint8Array([0xff, 0xfe, 0]), signature: sign('\ufffd\ufffd\0')}],
    ['with an empty body', {body: '', signature: sign('')}],
    ['with something else in the header', {signature: 'v1=nonsense'}],
    ['with half a signature', {signature: right.slice(0, -5)}],
    ['with a signature and more', {signature: `${right}A`}],
    ['with another time than was signed', {signature: right.replace(String(now), String(now + 1))}],
    ['with a time in seconds', {signature: sign(json, secret, now / 1000)}],
    ['with two signatures', {signature: `${right},${right}`}],
  ])('is refused %s', async (_case, sent) => {
    expect(await send(sent)).toMatchObject({accepted: false, status: 401})
  })

  it.each([undefined, ''])('is refused when the site has no secret: %s', async (key) => {
    expect(await readWebhookWithout(key, sign(json, ''))).toMatchObject({accepted: false, status: 401})
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', ''])('is refused as %s', async (type) => {
    expect(await send({type, body: new TextEncoder().encode(json)})).toMatchObject({accepted: false, status: 415})
  })

  it('is refused when it is huge, whoever signed it', async () => {
    const body = JSON.stringify({...change, _rev: 'x'.repeat(70_000)})
    expect(await send({body, signature: sign(body)})).toMatchObject({accepted: false, status: 413})
  })

  it.each(['{"_id": 1}', '[]', 'null', '{', '{"_id":"a","_type":"page","operation":"drop"}'])(
    'that is signed but says nothing usable is a bad request: %s',
    async (body) => {
      expect(await send({body, signature: sign(body)})).toMatchObject({accepted: false, status: 400})
    },
  )
})

describe('a webhook that was captured', () => {
  const request = (headers: Record<string, string>, body = json, url = 'http://localhost/') =>
    readWebhook(
      new Request(url, {method: 'POST', body, headers: {'content-type': 'application/json', ...headers}}),
      secret,
      now,
    )
  const signature = sign(json)

  it.each([
    signature.replace(',', ', '),
    signature.replace(',', ' '),
    signature.replace(',', ' , , '),
    ` ${signature} `,
    `${signature.slice(0, -1)}${nextLetter(signature.slice(-1))}`,
  ])('is the same however its signature is written: %o', async (spelling) => {
    const [first, other] = [await request({[signatureHeader]: signature}), await request({[signatureHeader]: spelling})]
    expect(first).toHaveProperty('id')
    if (other.accepted) expect(other).toMatchObject({id: 'id' in first ? first.id : ''})
  })

  it('is another with another time or another body', async () => {
    const ids = [sign(json), sign(json, secret, now + 1)].map((header) => request({[signatureHeader]: header}))
    const other = ` ${json}`
    const all = await Promise.all([...ids, request({[signatureHeader]: sign(other)}, other)])
    expect(new Set(all.map((webhook) => 'id' in webhook && webhook.id)).size).toBe(3)
  })

  it('cannot pass for a request of the site itself, by its address or by a header', async () => {
    const asOwn = await request({[signatureHeader]: signature}, json, 'http://localhost/?stale=/about&relayed')
    expect(asOwn).toMatchObject({accepted: true, relayed: false})
    expect(asOwn).not.toHaveProperty('stale')
    for (const kind of ['stale', 'relayed', '']) {
      for (const value of [`${kind} ${signature}`, kind, `${kind} ${sign(`${kind}\n${json}`)}`]) {
        const refused = await request({[signatureHeader]: signature, [internalHeader]: value})
        expect(refused, value).toMatchObject({accepted: false, status: 401})
      }
    }
  })
})

describe('a request of the site to itself', () => {
  const own = (header: string, body: string, signature?: string) =>
    readWebhook(
      new Request('http://localhost/', {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          [internalHeader]: header,
          ...(signature && {[signatureHeader]: signature}),
        },
      }),
      secret,
      now,
    )
  const stale = JSON.stringify({stale: ['/about', '/nope']})

  it('marks pages of the site once more', async () => {
    expect(await own(await signInternal('stale', stale, secret, now), stale)).toEqual({
      accepted: true,
      stale: ['/about'],
    })
  })

  it('passes on a webhook that is signed as it was', async () => {
    const header = await signInternal('relayed', json, secret, now)
    expect(await own(header, json, sign(json))).toMatchObject({accepted: true, change, relayed: true})
    expect(await own(header, json)).toMatchObject({accepted: false, status: 401})
    expect(await own(header, json, sign(json, 'another'))).toMatchObject({accepted: false, status: 401})
  })

  it.each([
    ['of another kind', async () => (await signInternal('relayed', stale, secret, now)).replace('relayed', 'stale')],
    ['of another body', () => signInternal('stale', '{}', secret, now)],
    ['of another secret', () => signInternal('stale', stale, 'another', now)],
    ['that is old', () => signInternal('stale', stale, secret, now - signatureLife - 1)],
    ['by the webhook’s own key', async () => `stale ${sign(`stale\n${stale}`)}`],
  ])('is refused with a signature %s', async (_case, signed) => {
    expect(await own(await signed(), stale)).toMatchObject({accepted: false, status: 401})
  })
})

it('knows a signature again for as long as it holds', async () => {
  const replays = new Replays()
  replays.add('a', 0, Promise.resolve(true))
  expect(await replays.outcome('a', signatureLife)).toBe(true)
  expect(replays.outcome('b', 0)).toBeUndefined()
  expect(replays.outcome('a', signatureLife + 1)).toBeUndefined()
})

it('forgets the oldest of many', async () => {
  const replays = new Replays()
  for (let index = 0; index <= 5000; index++) replays.add(String(index), 0, Promise.resolve(true))
  expect(await Promise.all(['0', '1', '5000'].map((id) => replays.outcome(id, 0)))).toEqual([undefined, true, true])
})

/** Another letter that stands for the same bits: the last of a signature has two that say nothing. */
function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(letter) ^ 1] ?? ''
}

function readWebhookWithout(key: string | undefined, signature: string) {
  const headers = {'sanity-webhook-signature': signature, 'content-type': 'application/json'}
  return readWebhook(new Request('http://localhost/', {method: 'POST', body: json, headers}), key, now)
}

const dropped = 0

/** The site's own server, which answers as told; writes down of each request whether its webhook is accepted. */
async function ownServer(answer: () => number) {
  const accepted: boolean[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const headers = {
      'content-type': String(request.headers['content-type']),
      [internalHeader]: String(request.headers[internalHeader]),
      'sanity-webhook-signature': String(request.headers['sanity-webhook-signature']),
    }
    accepted.push(
      (await readWebhook(new Request('http://localhost/', {method: 'POST', body, headers}), secret)).accepted,
    )
    const status = answer()
    if (status === dropped) request.socket.destroy()
    else response.writeHead(status).end()
  })
  const env = {PORT: String(await listen(server)), SANITY_WEBHOOK_SECRET: secret}
  onTestFinished(() => void server.close())
  return {env, accepted}
}

it('asks itself again and again while the content API is away, and stops once the pages are compared', async () => {
  const statuses = [dropped, ...Array.from({length: 20}, () => 503), 200, 500]
  const {env, accepted} = await ownServer(() => statuses.shift() ?? 500)
  const waits: number[] = []
  await catchUp(env, async (time) => {
    waits.push(time)
  })
  expect(accepted).toEqual(Array.from({length: 22}, () => true))
  expect(waits).toEqual([200, 500, 1000, 2000, ...Array.from({length: 18}, () => 5000)])
  expect(statuses).toEqual([500])
})

it('goes on asking itself on a machine that does not know the time yet', async () => {
  vi.useFakeTimers({toFake: ['Date'], now: 0})
  onTestFinished(() => void vi.useRealTimers())
  const {env, accepted} = await ownServer(() => 200)
  let waits = 0
  await catchUp(env, async () => {
    waits += 1
    if (waits === 3) vi.setSystemTime(now)
  })
  expect({waits, accepted}).toEqual({waits: 3, accepted: [true]})
})

it('has its pages compared every five minutes, also after a time that failed', async () => {
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
  onTestFinished(() => void vi.useRealTimers())
  const {env, accepted} = await ownServer(() => dropped)
  compareRegularly(env)
  for (const times of [1, 2]) {
    vi.advanceTimersByTime(5 * 60_000 - 1)
    expect(accepted).toHaveLength(times - 1)
    vi.advanceTimersByTime(1)
    await expect.poll(() => accepted.length).toBe(times)
  }
  expect(accepted).toEqual([true, true])
})
