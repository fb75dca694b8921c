import {spawn} from 'node:child_process'
import {existsSync} from 'node:fs'
import {createServer} from 'node:http'
import {text} from 'node:stream/consumers'
import {expect, it, onTestFinished, vi} from 'vitest'
import {isOwnProcess, ownerOf as ownerOfConnection} from '../access/isOwnProcess.ts'
import {listenLocally} from '../testing/listenLocally.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const studio = 'http://localhost:3334'

async function open() {
  const lake = await openTestLake({allowedOrigins: [studio]})
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${lake.url}/v1${path}`, {redirect: 'manual', ...init})
  const signIn = await request(`/auth/login/local?origin=${encodeURIComponent(studio)}`)
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ticketFor = (headers: Record<string, string>) => request('/auth/tickets', {method: 'POST', headers})
  const ownerOf = (ticket: string) => request('/auth/tickets/owner', {headers: {'lake-ticket': ticket}})
  return {lake, request, cookie, ticketFor, ownerOf}
}

it('a ticket tells another server who works in the Studio', async () => {
  const {cookie, ticketFor, ownerOf} = await open()
  const {ticket} = await (await ticketFor({cookie, origin: studio})).json()
  expect(await (await ownerOf(ticket)).json()).toMatchObject({id: 'local-editor', roles: [{name: 'administrator'}]})
})

it('a token gets one with its own role', async () => {
  const {ticketFor, ownerOf} = await open()
  const {ticket} = await (await ticketFor({authorization: `Bearer ${TEST_TOKENS.read}`})).json()
  expect(await (await ownerOf(ticket)).json()).toMatchObject({roles: [{name: 'viewer'}]})
})

it('neither a page of another origin nor a stranger gets one', async () => {
  const {cookie, ticketFor} = await open()
  expect((await ticketFor({cookie, origin: 'http://localhost:9999'})).status).toBe(403)
  expect((await ticketFor({cookie})).status).toBe(401)
  expect((await ticketFor({})).status).toBe(401)
})

it('opens nothing else', async () => {
  const {cookie, ticketFor, request, ownerOf} = await open()
  const {ticket} = await (await ticketFor({cookie, origin: studio})).json()
  expect((await request('/users/me', {headers: {authorization: `Bearer ${ticket}`}})).status).toBe(401)
  expect((await ownerOf('')).status).toBe(404)
})

it('is good for five minutes', async () => {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const {cookie, ticketFor, ownerOf} = await open()
  const before = Date.now()
  const {ticket, expires} = await (await ticketFor({cookie, origin: studio})).json()
  expect(expires).toBeGreaterThanOrEqual(before + 300_000)
  now += 299_999
  expect((await ownerOf(ticket)).status).toBe(200)
  now += 1
  expect((await ownerOf(ticket)).status).toBe(404)
})

/** Other accounts can be had by root alone, and only Linux tells them apart. */
const canBeOthers = process.getuid?.() === 0 && existsSync('/proc/net/tcp') && existsSync('/bin/bash')

it.runIf(canBeOthers)('without a password, another account of this machine gets none', async () => {
  const {lake, cookie, ticketFor} = await open()
  expect((await ticketFor({cookie, origin: studio})).status).toBe(200)
  const {port} = new URL(lake.url)
  const request = `POST /v1/auth/tickets HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${studio}\r\nCookie: ${cookie}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
  const ask = async (uid: number) => {
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '%s' "$REQUEST" >&3; cat <&3`
    const env = {REQUEST: request, PATH: '/usr/bin:/bin'}
    const child = spawn('/bin/bash', ['-c', script], {
      uid,
      gid: uid,
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return text(child.stdout)
  }
  expect(await ask(0)).toMatch(/^HTTP\/1.1 200 [\s\S]*"ticket"/)
  const refused = await ask(65534)
  expect(refused).toMatch(/^HTTP\/1.1 403 [\s\S]*--set-password/)
  expect(refused).not.toContain('"ticket"')
})

it.runIf(existsSync('/proc/net/tcp'))('nobody is known by the user of a proxy on this machine', async () => {
  const answers: boolean[] = []
  const server = createServer((incoming, response) => {
    for (const trustedProxies of [[], ['127.0.0.1']]) answers.push(isOwnProcess(incoming, {trustedProxies}))
    response.end()
  })
  onTestFinished(() => void server.close())
  await fetch(`http://127.0.0.1:${await listenLocally(server)}`)
  expect(answers).toEqual([true, false])
})

const TABLES = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0D05 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1
   1: 0100007F:C350 0100007F:0D05 01 00000000:00000000 00:00000000 00000000  1000        0 2
   2: 0200007F:C350 0100007F:0D05 01 00000000:00000000 00:00000000 00000000  1001        0 3
   3: 0100007F:0D05 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 4
   4: 0000000000000000FFFF00000100007F:C351 0000000000000000FFFF00000100007F:0D05 01 00000000:00000000 00:00000000 00000000  1002        0 5
   5: 00000000000000000000000001000000:C352 00000000000000000000000001000000:0D05 01 00000000:00000000 00:00000000 00000000  1003        0 6
`

it.each([
  ['127.0.0.1', 50000, 1000],
  ['::ffff:127.0.0.1', 50000, 1000],
  ['127.0.0.2', 50000, 1001],
  ['127.0.0.1', 50001, 1002],
  ['::1', 50002, 1003],
  ['127.0.0.3', 50000, undefined],
  ['203.0.113.1', 50000, undefined],
  ['::', 50002, undefined],
])('the other end of a connection from %s:%i belongs to user %s', (address, port, uid) => {
  expect(ownerOfConnection({address, port, to: 3333}, TABLES)).toBe(uid)
})
