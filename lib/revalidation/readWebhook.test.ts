import {encodeSignatureHeader} from '@sanity/webhook'
import {describe, expect, it} from 'vitest'
import {readWebhook} from './readWebhook.ts'
import {signWebhook} from './signWebhook.ts'
import {signatureLife} from './verifySignature.ts'

const secret = 'a secret of the test'
const now = 1_760_000_000_000
const minute = 60_000
const change = {_id: 'page-about', _type: 'page', _rev: 'r1', operation: 'update'}
const json = JSON.stringify(change)

const sign = (body: string, key = secret, time = now) => signWebhook(body, key, time).signature

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
    expect(await send({})).toEqual({accepted: true, change, body: json, signature: sign(json)})
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

  it.each(['{"_id": 1}', '[]', 'null', '{', '', '{"_id":"a","_type":"page","operation":"drop"}'])(
    'that is signed but says nothing usable is a bad request: %s',
    async (body) => {
      expect(await send({body, signature: sign(body)})).toMatchObject({accepted: false, status: 400})
    },
  )
})

function readWebhookWithout(key: string | undefined, signature: string) {
  const headers = {'sanity-webhook-signature': signature, 'content-type': 'application/json'}
  return readWebhook(new Request('http://localhost/', {method: 'POST', body: json, headers}), key, now)
}
