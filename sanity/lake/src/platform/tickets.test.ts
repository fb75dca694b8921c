import {expect, it} from 'vitest'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {Tickets} from './Tickets.ts'

const studio = 'http://localhost:3334'

async function open() {
  const lake = await openTestLake({allowedOrigins: [studio]})
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${lake.url}/v1${path}`, {redirect: 'manual', ...init})
  const signIn = await request(`/auth/login/local?origin=${encodeURIComponent(studio)}`)
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ticketFor = (headers: Record<string, string>) => request('/auth/tickets', {method: 'POST', headers})
  const ownerOf = (ticket: string) => request('/auth/tickets/owner', {headers: {'lake-ticket': ticket}})
  return {request, cookie, ticketFor, ownerOf}
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
  expect((await ticketFor({cookie, origin: 'http://localhost:9999'})).status).toBe(401)
  expect((await ticketFor({cookie})).status).toBe(401)
  expect((await ticketFor({})).status).toBe(401)
})

it('opens nothing else', async () => {
  const {cookie, ticketFor, request, ownerOf} = await open()
  const {ticket} = await (await ticketFor({cookie, origin: studio})).json()
  expect((await request('/users/me', {headers: {authorization: `Bearer ${ticket}`}})).status).toBe(401)
  expect((await ownerOf('')).status).toBe(404)
})

it('is good for five minutes', () => {
  const tickets = new Tickets()
  const {ticket, expires} = tickets.create({id: 'a', name: 'A', rights: 'write'}, 0)
  expect(expires).toBe(300_000)
  expect(tickets.find(ticket, 299_999)?.id).toBe('a')
  expect(tickets.find(ticket, 300_000)).toBeUndefined()
})
