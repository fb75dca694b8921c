import {Hono} from 'hono'
import {EDITOR, findIdentity} from '../access/identities.ts'
import {badRequest, notFound, payloadTooLarge} from '../errors.ts'
import {bodyText} from '../http/bodies.ts'
import {type LakeEnv, requireOpenSession, requireRead, requireWrite} from '../http/request.ts'
import {isRecord, parseJson} from '../json.ts'
import type {Lake} from '../Lake.ts'
import {inTransaction} from '../store/openDatabase.ts'
import type {Identity, JsonObject, JsonValue} from '../types.ts'

/** The settings of one user: anybody who may read may have some. docs/limits.md lists these numbers. */
const MAX_SETTINGS = 1000
/** Bytes. SQLite's `length` stops at a NUL, and counts characters. */
const MAX_SETTINGS_SIZE = 1_000_000
/** Characters of a body, which may escape all that is not ASCII: what is longer cannot be saved. */
const MAX_BODY = 3 * MAX_SETTINGS_SIZE + 100 * MAX_SETTINGS
/** Up to a thousand characters, none of them a control character. */
const KEY = /^\P{Cc}{1,1000}$/u

/** Tag of the request by which a Studio, also one that the `sanity` command loads in Node, finds out who is signed in. */
const SIGN_IN_CHECK = 'sanity.studio.users.get-current'

const tooMuch = () =>
  payloadTooLarge(`A user has at most ${MAX_SETTINGS} settings, of ${MAX_SETTINGS_SIZE / 1_000_000} MB in all`)

interface KeyValue {
  key: string
  value: JsonValue
}

const isKeyValue = (item: unknown): item is KeyValue =>
  isRecord(item) && typeof item.key === 'string' && KEY.test(item.key) && 'value' in item

export function userRoutes(lake: Lake): Hono<LakeEnv> {
  const {database} = lake
  const select = database.prepare('SELECT key, value FROM key_values WHERE user = ? AND key = ?')
  const selectAll = database.prepare('SELECT key, value FROM key_values WHERE user = ? ORDER BY key')
  const upsert = database.prepare('INSERT OR REPLACE INTO key_values (user, key, value) VALUES (?, ?, ?)')
  const measure = database.prepare(
    'SELECT count(*) AS count, sum(octet_length(key) + octet_length(value)) AS size FROM key_values WHERE user = ?',
  )
  const app = new Hono<LakeEnv>()

  /** Saves all of them or, beyond the limits, none. */
  function save(user: string, pairs: readonly KeyValue[]): void {
    inTransaction(database, () => {
      for (const {key, value} of pairs) upsert.run(user, key, JSON.stringify(value))
      const {count, size} = measure.get(user) ?? {}
      if (Number(count) > MAX_SETTINGS || Number(size) > MAX_SETTINGS_SIZE) throw tooMuch()
    })
  }

  app.get('/users/me', (c) => {
    // As hosted Sanity answers: the sign-in check of Sanity 3 and 4 repeats itself on a 401, without end and without a pause.
    const isCheck = c.req.query('tag') === SIGN_IN_CHECK && c.req.header('authorization') === undefined
    if (isCheck && c.get('identity').rights === 'none') return c.json({})
    return c.json(currentUser(requireRead(c), lake))
  })

  app.get('/users/me/keyvalue/:keys?', (c) => {
    const {id} = requireRead(c)
    const keys = c.req.param('keys')
    const rows = keys ? [...new Set(keys.split(','))].map((key) => select.get(id, key)) : selectAll.all(id)
    return c.json(rows.flatMap((row) => (row ? [{key: String(row.key), value: JSON.parse(String(row.value))}] : [])))
  })

  app.put('/users/me/keyvalue', async (c) => {
    // Settings are not content: no write permission needed.
    const {id} = c.get('identity').roles ? requireRead(c) : requireWrite(c)
    const text = await bodyText(c)
    if (text.length > MAX_BODY) throw tooMuch()
    const pairs: unknown = parseJson(text)
    if (Array.isArray(pairs) && pairs.length > MAX_SETTINGS) throw tooMuch()
    if (!Array.isArray(pairs) || !pairs.every(isKeyValue))
      throw badRequest('Send a list of {"key": …, "value": …}, with keys of 1 to 1000 characters')
    requireOpenSession(c, lake)
    save(id, pairs)
    return c.json(pairs)
  })

  app.get('/users/:ids', (c) => {
    requireRead(c)
    const users = Array.from(c.req.param('ids').split(','), (id) => publicUser(id, lake))
    return c.json(users.length === 1 ? users[0] : users)
  })

  // The App SDK asks for whom it shows; a lake's people fit on one page.
  app.get('/access/project/:project/users', (c) => {
    requireRead(c)
    requireOwnProject(c.req.param('project'), lake)
    const {users} = lake
    const data = (users.haveNames ? users.all : [EDITOR]).map((person) => memberOf(person, lake))
    return c.json({data, totalCount: data.length, nextCursor: null})
  })

  app.get('/access/project/:project/users/:id', (c) => {
    const identity = requireRead(c)
    requireOwnProject(c.req.param('project'), lake)
    const id = c.req.param('id')
    const known = id === 'me' ? identity : (lake.users.find(id) ?? findIdentity(id))
    return c.json(memberOf(known ?? {id, name: id, rights: 'none', roles: []}, lake))
  })

  return app
}

/** @throws LakeError 404 */
export function requireOwnProject(wanted: string | undefined, {options}: Pick<Lake, 'options'>): void {
  if (wanted !== options.projectId)
    throw notFound(`Project "${wanted}" not found: this lake holds "${options.projectId}"`)
}

/** A person as the App SDK expects one; addresses are told to nobody else. */
function memberOf(person: Identity, lake: Pick<Lake, 'users' | 'options'>): JsonObject {
  const {id} = person
  return {
    sanityUserId: id,
    profile: {id, displayName: nameOf(id, lake), email: '', provider: 'local', createdAt: ''},
    memberships: [
      {
        resourceType: 'project',
        resourceId: lake.options.projectId,
        roleNames: rolesOf(person, lake).map(({name}) => name),
      },
    ],
  }
}

type Known = Pick<Lake, 'users'>

interface Role extends JsonObject {
  name: string
  title: string
  description: string
}

const ROLES = {
  admin: {
    name: 'administrator',
    title: 'Administrator',
    description: 'Reads and changes everything, and manages the lake',
  },
  write: {name: 'administrator', title: 'Administrator', description: 'Reads and changes everything'},
  read: {name: 'viewer', title: 'Viewer', description: 'Reads everything, drafts included'},
  none: {name: 'anonymous', title: 'Anonymous', description: 'Reads what is published'},
} as const

/** The roles of a named user, or the one role of the others. */
export function rolesOf(identity: Identity, {users}: Known): Role[] {
  if (!identity.roles) return [{...ROLES[identity.rights]}]
  return users.roles.rolesOf(identity).map(({name, title, description}) => ({name, title, description}))
}

/** The answer to `/users/me`, as the Studio's auth store expects it. */
export function currentUser(identity: Identity, known: Known): JsonObject {
  const roles = rolesOf(identity, known)
  return {
    id: identity.id,
    sanityUserId: identity.id,
    name: identity.name,
    email: identity.email ?? `${identity.id}@localhost`,
    profileImage: null,
    provider: 'local',
    role: roles[0]?.name ?? '',
    roles,
  }
}

/** A user for the Studio's history and presence. Unknown ids are used as names. */
function publicUser(id: string, known: Known): JsonObject {
  const displayName = nameOf(id, known)
  return {id, sanityUserId: id, displayName, familyName: null, givenName: null, imageUrl: null}
}

function nameOf(id: string, {users}: Known): string {
  const former = users.former.find((person) => person.id === id)
  return (users.find(id) ?? findIdentity(id) ?? former)?.name ?? id
}
