import type {SanityClient} from '@sanity/client'
import {label} from '../../sanity/schema/support/bilingual.ts'

interface User {
  id: string
  displayName: string
}

/** The embedded lake's own authors, which it calls by English names. */
const ownNames = new Map([
  ['local-editor', label('本机编辑', 'Local editor')],
  ['write-token', label('程序（API 令牌）', 'A program (API token)')],
  ['admin-token', label('程序（管理令牌）', 'A program (admin token)')],
  ['system', label('内容库（导入）', 'Content lake (import)')],
])

/** Names by id, on the embedded lake also of people who have been removed. */
export async function userNames(client: SanityClient, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await client.request<User | User[]>({url: `/users/${ids.map(encodeURIComponent).join(',')}`})
  return new Map([found].flat().map(({id, displayName}) => [id, ownNames.get(id) ?? displayName]))
}
