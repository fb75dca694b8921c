import type {SanityClient} from '@sanity/client'
import {isObject} from '../../lib/json.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'

interface User {
  id: string
  displayName: string
}

/** The embedded lake's own authors, which it calls by English names. */
const ownNames = new Map<unknown, string>([
  ['local-editor', label('本机编辑', 'Local editor')],
  ['write-token', label('程序（API 令牌）', 'A program (API token)')],
  ['admin-token', label('程序（管理令牌）', 'A program (admin token)')],
  ['system', label('导入', 'Import')],
])

/** Returns a `fetch` for the Studio's client by which avatars, presence and history name such authors in its language. */
export function withOwnNames(base: typeof fetch): typeof fetch {
  return (input, init) => {
    const {pathname} = new URL(input instanceof Request ? input.url : input, globalThis.location?.href)
    const answer = base(input, init)
    return /\/users\/[^/]+$/.test(pathname) ? answer.then(nameOwn) : answer
  }
}

async function nameOwn(response: Response): Promise<Response> {
  if (!response.ok) return response
  const users: unknown = await response.json()
  return Response.json(Array.isArray(users) ? users.map(named) : named(users))
}

/** A user with their name here: `name` of whoever is signed in, `displayName` of any other. */
function named(user: unknown): unknown {
  const name = isObject(user) ? ownNames.get(user.id) : undefined
  if (name === undefined || !isObject(user)) return user
  return {...user, ...('displayName' in user ? {displayName: name} : {name})}
}

/** Names by id, on the embedded lake also of people who have been removed. */
export async function userNames(client: SanityClient, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await client.request<User | User[]>({url: `/users/${ids.map(encodeURIComponent).join(',')}`})
  return new Map([found].flat().map(({id, displayName}) => [id, displayName]))
}
