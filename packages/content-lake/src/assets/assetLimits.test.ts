import {once} from 'node:events'
import {request} from 'node:http'
import sharp from 'sharp'
import {expect, it} from 'vitest'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {assetHeaders} from './assetHeaders.ts'

const disposition = (fileName: string) => {
  const answer = {contentType: 'text/plain', isInert: true, etag: '"1"', isDownload: true, isNegotiated: false}
  return assetHeaders({...answer, fileName})['content-disposition'] ?? ''
}

it.each([
  ['../../etc/passwd', `_.._etc_passwd`],
  ['a\r\nset-cookie: x=1', 'a__set-cookie: x=1'],
  ['"; filename="evil.exe', '"; filename="evil.exe'],
  ['photo\u202Egpj.exe', 'photo_gpj.exe'],
  ['\uD800half', '\uFFFDhalf'],
  ['', 'file'],
  ['...', 'file'],
])('a download named %j is saved as %j', (name, saved) => {
  const header = name ? disposition(name) : disposition('.')
  const [, plain, encoded] = /^attachment; filename="([\w.\- ]*)"; filename\*=UTF-8''([\w.%~-]+)$/.exec(header) ?? []
  expect(plain).toBeDefined()
  expect(decodeURIComponent(encoded ?? '')).toBe(saved)
})

it('a drawing that would be too large is a 400, whatever the picture is', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>',
  )
  const wide = await sharp({create: {width: 4000, height: 10, channels: 3, background: 'red'}})
    .png()
    .toBuffer()
  const long = await sharp({create: {width: 70_000, height: 1, channels: 3, background: 'red'}})
    .png()
    .toBuffer()
  for (const [bytes, parameters] of [
    [long, 'fm=webp'],
    [long, 'fm=jpg'],
    [svg, 'w=8192&fm=png'],
    [svg, 'w=8000&h=8000&fm=png&fit=crop'],
    [wide, 'h=8000'],
    [wide, 'w=8192&h=8192&fit=fill'],
  ] as const) {
    const {url} = await client.assets.upload('image', bytes)
    expect([parameters, (await fetch(`${url}?${parameters}`)).status]).toEqual([parameters, 400])
  }
})

it('an upload is refused when it has too many pixels', async () => {
  const lake = await openTestLake()
  const huge = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="6000"></svg>')
  await expect(clientOf(lake).assets.upload('image', huge)).rejects.toThrow('too large')
})

it.each([
  ['/v1/assets/files/production', 201],
  ['/v1/data/mutate/production', 17],
  ['/v1/data/query/production', 5],
])('a body to %s of %d MB is refused before it is sent', async (path, megabytes) => {
  const lake = await openTestLake()
  const asked = request(lake.url + path, {
    method: 'POST',
    headers: {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-length': megabytes * 1024 * 1024},
  })
  asked.flushHeaders()
  const [response] = await once(asked, 'response')
  expect(response.statusCode).toBe(413)
  asked.on('error', () => {}).destroy()
})
