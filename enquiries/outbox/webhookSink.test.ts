import {createHmac} from 'node:crypto'
import {createServer} from 'node:http'
import {expect, onTestFinished, test} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import type {Enquiry} from '../enquiry.ts'
import {newEnquiry, noon, storedEnquiry} from '../testing/fixtures.ts'
import {startReceiver} from '../testing/startReceiver.ts'
import {webhookSink} from './webhookSink.ts'

const enquiry = storedEnquiry({note: 'for colleagues'})

async function sendTo(format: 'wecom' | 'dingtalk' | 'json', given: Enquiry, answer = '{"errcode":0}') {
  const receiver = await startReceiver([200], answer)
  onTestFinished(() => receiver.stop())
  await webhookSink({url: `${receiver.url}?key=k`, secret: 'SEC', format}).send(given, noon, [])
  const [request] = receiver.requests
  if (!request) throw new Error('nothing was sent')
  return {path: new URL(request.path, receiver.url), body: JSON.parse(request.body)}
}

test('WeCom gets a text of the length it takes, which ends with the number of the enquiry', async () => {
  const {path, body} = await sendTo('wecom', {...enquiry, message: '长'.repeat(5000)})
  expect(path.searchParams.get('key')).toBe('k')
  expect(body.msgtype).toBe('text')
  expect(body.text.content).toContain('王小明')
  expect(body.text.content).toMatch(/长…\n# e-1$/)
  expect(Buffer.byteLength(body.text.content)).toBeLessThanOrEqual(2048)
})

test('DingTalk gets a signed text', async () => {
  const {path, body} = await sendTo('dingtalk', enquiry)
  const sign = createHmac('sha256', 'SEC').update(`${noon}\nSEC`).digest('base64')
  expect([path.searchParams.get('timestamp'), path.searchParams.get('sign')]).toEqual([String(noon), sign])
  expect(body.text.content).toContain('想了解试验委托。')
})

test('a robot that answers 200 and yet refuses has not taken it', async () => {
  await expect(sendTo('wecom', enquiry, '{"errcode":93000,"errmsg":"王小明"}')).rejects.toThrow(
    /^webhook errcode 93000$/,
  )
  await expect(sendTo('dingtalk', enquiry, 'busy')).rejects.toThrow(/^webhook errcode missing$/)
})

test('a webhook gets what the visitor gave, and not what colleagues noted', async () => {
  const {body} = await sendTo('json', enquiry)
  expect(body).toMatchObject({...newEnquiry(), id: 'e-1', createdAt: noon})
  expect(JSON.stringify(body)).not.toContain('colleagues')
})

test.each([301, 307, 308])('a webhook that leads elsewhere, by %i, is not followed', async (status) => {
  const elsewhere = await startReceiver([200], '{}')
  onTestFinished(() => elsewhere.stop())
  const server = createServer((_, response) => response.writeHead(status, {location: elsewhere.url}).end())
  onTestFinished(() => void server.close())
  const port = await listen(server, '127.0.0.1')
  const sink = webhookSink({url: `http://127.0.0.1:${port}/`, secret: 'SEC', format: 'json'})
  await expect(sink.send(enquiry, noon, [])).rejects.toThrow(`webhook ${status}`)
  expect(elsewhere.requests).toEqual([])
})
