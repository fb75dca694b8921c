import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {newFolder, openTestLake} from '../testing/openTestLake.ts'
import {hashPassword} from './password.ts'
import {parseUsersFile, peopleFileOf, readPeopleFile, readUsersFile} from './usersFiles.ts'

const grant = {filter: '_type == "page"', permissions: ['read']}
const role = {name: 'reader', grants: [grant]}
const user = {id: 'li', name: '李', roles: ['reader']}
const refusal = {name: 'a', filter: 'delta::changedAny(title)', message: 'No'}

const WRONG: [string, unknown, string][] = [
  ['no object', [], 'an object with roles, users is expected'],
  ['an unknown field', {roles: [], users: [], user: 1}, '"user" is not one of roles, users'],
  ['nobody', {users: []}, 'there is nobody in the list'],
  ['no list', {users: {}}, 'a list is expected'],
  ['a role without a name', {roles: [{grants: []}], users: [user]}, 'a text is expected'],
  ['a role with an odd name', {roles: [{...role, name: 'a b'}], users: [user]}, 'has to be letters'],
  ['a role of the lake', {roles: [role, {...role, name: 'editor'}], users: [user]}, '"editor" is there twice'],
  ['a user without a role that exists', {roles: [role], users: [{...user, roles: ['x']}]}, 'there is no role "x"'],
  ['a user twice', {roles: [role], users: [user, {...user, id: 'LI'}]}, '"li" is there twice'],
  ['a user of the lake', {roles: [role], users: [{...user, id: 'system'}]}, 'the lake itself uses'],
  ['an odd id', {roles: [role], users: [{...user, id: 'a.b'}]}, 'has to be letters'],
  ['no address', {roles: [role], users: [{...user, email: 'li'}]}, 'is no address'],
  ['a plain password', {roles: [role], users: [{...user, password: 'secret'}]}, 'a scrypt hash is expected'],
  [
    'an unknown permission',
    {roles: [{...role, grants: [{...grant, permissions: ['write']}]}], users: [user]},
    '"write" is not',
  ],
  [
    'a wrong filter',
    {roles: [{...role, grants: [{...grant, filter: '_type =='}]}], users: [user]},
    'not a valid filter',
  ],
  ['an unknown parameter', {roles: [{...role, grants: [{...grant, filter: 'a == $b'}]}], users: [user]}, 'but not $b'],
  [
    'an unknown function',
    {roles: [{...role, grants: [{...grant, filter: 'f(a)'}]}], users: [user]},
    'not a valid filter',
  ],
  [
    'a wrong refusal',
    {roles: [{...role, refusals: [{...refusal, filter: 'delta::x(a)'}]}], users: [user]},
    'not a valid filter',
  ],
  [
    'a refusal without a message',
    {roles: [{...role, refusals: [{...refusal, message: ''}]}], users: [user]},
    'a text is expected',
  ],
]

const hash = hashPassword('correct horse battery')
/** Of an empty hash every password would be the right one. */
const DAMAGED: [string, Partial<typeof hash>][] = [
  ['a mark in place of its hash', {hash: '!'}],
  ['a hash that was cut off', {hash: hash.hash.slice(0, 20)}],
  ['a salt that is no base64', {salt: '*'}],
  ...[0, 3, 1.5, -2, 2 ** 30].map((N): [string, Partial<typeof hash>] => [`N of ${N}`, {N}]),
  ['no r', {r: 0}],
  ['no p', {p: 0}],
]

describe('a file of users', () => {
  it.each(DAMAGED)('with a password that has %s is refused', (_, damage) => {
    const content = {roles: [role], users: [{...user, password: {...hash, ...damage}}]}
    expect(() => parseUsersFile(content)).toThrow('a scrypt hash is expected')
  })

  it.each(WRONG)('with %s is refused', (_, content, message) => {
    expect(() => parseUsersFile(content)).toThrow(message)
  })

  it('may leave out titles, descriptions, refusals and addresses', () => {
    expect(parseUsersFile({roles: [role], users: [user]})).toEqual({
      roles: [{...role, title: 'reader', description: '', refusals: []}],
      users: [{...user, email: undefined, password: undefined}],
    })
  })

  it('that is wrong keeps the lake from starting, with the place in a sentence', async () => {
    const file = join(await newFolder(), 'users.json')
    await expect(openTestLake({users: file})).rejects.toThrow(`The users in ${file} cannot be used: ENOENT`)
    await writeFile(file, '{')
    await expect(openTestLake({users: file})).rejects.toThrow(`The users in ${file} cannot be used:`)
    await writeFile(file, JSON.stringify({roles: [{...role, grants: [{...grant, filter: '['}]}], users: [user]}))
    expect(() => readUsersFile(file)).toThrow(`${file} cannot be used: roles[0].grants[0].filter: not a valid filter`)
    const dir = await newFolder()
    const people = {users: [user, {...user, id: 'ann', name: ' '}], removed: [], links: []}
    await writeFile(peopleFileOf(dir), JSON.stringify(people))
    expect(() => readPeopleFile(dir, [{...role, title: '', description: '', grants: [], refusals: []}])).toThrow(
      `${peopleFileOf(dir)} cannot be used: users[1].name: a text is expected`,
    )
  })
})

it('a users file may begin with a byte order mark, as Windows writes it, and has to be in UTF-8', async () => {
  const file = join(await newFolder(), 'users.json')
  const text = JSON.stringify({roles: [role], users: [user]})
  await writeFile(file, `\ufeff${text}`)
  expect(readUsersFile(file).users).toMatchObject([{name: '李'}])
  // As a Chinese Windows may save it: without a refusal the history would name people by replacement characters.
  const gbk = Buffer.from(text.replace('李', '\xc0\xee'), 'latin1')
  await writeFile(file, gbk)
  expect(() => readUsersFile(file)).toThrow(/users\.json cannot be used: .*utf-8/)
})
