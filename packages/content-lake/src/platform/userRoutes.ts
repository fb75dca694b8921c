import {Hono} from 'hono'
import {requireRead} from '../access/requireRead.ts'
import {requireWrite} from '../access/requireWrite.ts'
import {badRequest} from '../errors.ts'
import type {JsonValue, Lake, LakeEnv} from '../types.ts'
import {currentUser, publicUser} from './users.ts'

interface KeyValue {
  key: string
  value: JsonValue
}

function isKeyValue(item: unknown): item is KeyValue {
  return typeof item === 'object' && item !== null && 'key' in item && typeof item.key === 'string' && 'value' in item
}

/** Users, and what the Studio remembers for each of them. */
export function userRoutes(lake: Lake): Hono<LakeEnv> {
  const {database} = lake
  const select = database.prepare('SELECT key, value FROM key_values WHERE user = ? AND key = ?')
  const selectAll = database.prepare('SELECT key, value FROM key_values WHERE user = ? ORDER BY key')
  const upsert = database.prepare('INSERT OR REPLACE INTO key_values (user, key, value) VALUES (?, ?, ?)')
  const app = new Hono<LakeEnv>()

  app.get('/users/me', (c) => c.json(currentUser(requireRead(c), lake)))

  app.get('/users/me/keyvalue/:keys?', (c) => {
    const {id} = requireRead(c)
    const keys = c.req.param('keys')?.split(',')
    const rows = keys ? keys.map((key) => select.get(id, key)) : selectAll.all(id)
    return c.json(rows.flatMap((row) => (row ? [{key: String(row.key), value: JSON.parse(String(row.value))}] : [])))
  })

  app.put('/users/me/keyvalue', async (c) => {
    // Who may only read content may still arrange their Studio.
    const {id} = c.get('identity').roles ? requireRead(c) : requireWrite(c)
    const pairs: unknown = await c.req.json().catch(() => undefined)
    if (!Array.isArray(pairs) || !pairs.every(isKeyValue)) throw badRequest('Send a list of {"key": …, "value": …}')
    for (const {key, value} of pairs) upsert.run(id, key, JSON.stringify(value))
    return c.json(pairs)
  })

  app.get('/users/:ids', (c) => {
    requireRead(c)
    const users = c.req
      .param('ids')
      .split(',')
      .map((id) => publicUser(id, lake))
    return c.json(users.length === 1 ? users[0] : users)
  })

  return app
}
