import {readFile, rename, writeFile} from 'node:fs/promises'
import {expect, it} from 'vitest'
import type {Grant} from '../roles/definitions.ts'
import {openNamedLake, USER_PASSWORD} from '../testing/openNamedLake.ts'
import {clientOf} from '../testing/openTestLake.ts'
import {SYSTEM} from './identities.ts'
import {hashPassword} from './password.ts'
import {saveUserPasswordHash} from './Users.ts'

const pages: Grant = {filter: '_type == "page"', permissions: ['read', 'create', 'update']}

async function open() {
  const lines: string[] = []
  const named = await openNamedLake([{name: 'author', grants: [pages]}], ['author', 'editor'], {
    log: (line) => lines.push(line),
  })
  const {lake, file} = named
  const content = JSON.parse(await readFile(file, 'utf8'))
  const change = async (text: string) => {
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
  const admin = clientOf(lake)
  await admin.create({_id: 'drafts.page', _type: 'page'})
  await admin.create({_id: 'drafts.note', _type: 'note'})
  const session = (id: string) => lake.sessions.create(lake.users.find(id))
  const status = async (token: string) =>
    (await fetch(`${lake.url}/v1/users/me`, {headers: {authorization: `Bearer ${token}`}})).status
  const ids = async (token: string): Promise<unknown> => clientOf(lake, {token}).fetch('*[] | order(_id)._id')
  return {...named, lines, content, change, session, status, ids}
}

it('somebody who is taken from the file is signed out, and nobody else', async () => {
  const {content, change, session, status} = await open()
  const [author, editor] = [session('author'), session('editor')]
  const users = content.users.filter(({id}: {id: string}) => id !== 'author')
  await change(JSON.stringify({...content, users}))
  await expect.poll(() => status(author)).toBe(401)
  expect(await status(editor)).toBe(200)
})

it('what a role may read changes with the file, for queries and open streams, and its people stay signed in', async () => {
  const {lake, content, change, session, ids} = await open()
  const token = session('author')
  expect(await ids(token)).toEqual(['drafts.page'])
  const listening = await fetch(`${lake.url}/v1/data/listen/production?query=*`, {
    headers: {authorization: `Bearer ${token}`},
  })
  const ended = listening.text()
  const grants = [{...pages, filter: '_type == "note"'}]
  await change(JSON.stringify({...content, roles: [{name: 'author', grants}]}))
  expect(await ended).toContain('event: welcome')
  expect(await ids(token)).toEqual(['drafts.note'])
})

it('what a role may no longer read is left out of the rest of an export, however slowly somebody reads it', async () => {
  const {lake, content, change, session, ids} = await open()
  const token = session('author')
  const text = 'x'.repeat(1_000_000)
  const mutations = Array.from({length: 64}, (_, n) => ({create: {_id: `drafts.page-${n}`, _type: 'page', text}}))
  lake.commit({mutations, author: SYSTEM})
  const answer = await fetch(`${lake.url}/v1/data/export/production`, {headers: {authorization: `Bearer ${token}`}})
  const grants = [{...pages, filter: '_id == "drafts.page-9"'}]
  await change(JSON.stringify({...content, roles: [{name: 'author', grants}]}))
  await expect.poll(() => ids(token)).toEqual(['drafts.page-9'])
  const exported = (await answer.text())
    .trim()
    .split('\n')
    .map((line): string => JSON.parse(line)._id)
  expect(exported[0]).toBe('drafts.page')
  expect(exported.length).toBeLessThan(64)
  expect(exported.at(-1)).toBe('drafts.page-9')
})

it('a person with other roles signs in again', async () => {
  const {content, change, session, status} = await open()
  const author = session('author')
  const [first, ...others] = content.users
  await change(JSON.stringify({...content, users: [{...first, roles: ['editor']}, ...others]}))
  await expect.poll(() => status(author)).toBe(401)
})

it('a password set beside a running lake counts, and ends the sessions', async () => {
  const {lake, session, status} = await open()
  const author = session('author')
  expect(lake.users.passwordOf('author')?.hash).not.toBeUndefined()
  saveUserPasswordHash(lake.options.dir, 'author', hashPassword(`${USER_PASSWORD}, another`))
  await expect.poll(() => status(author)).toBe(401)
})

it.each([
  ['half of it', (text: string) => text.slice(0, 100)],
  ['a role that is not there', (text: string) => text.replace('"roles":["author"]', '"roles":["nobody"]')],
])('a file with a mistake (%s) changes nothing, and the log says so', async (_, damage) => {
  const {lines, content, change, session, status, ids} = await open()
  const author = session('author')
  await change(damage(JSON.stringify(content)))
  await expect.poll(() => lines.some((line) => line.includes('from before stay in force'))).toBe(true)
  expect(await status(author)).toBe(200)
  expect(await ids(author)).toEqual(['drafts.page'])
})
