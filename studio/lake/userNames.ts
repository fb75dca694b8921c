import type {SanityClient} from '@sanity/client'

interface User {
  id: string
  displayName: string
}

/** Names by id, on the embedded lake also of people who have been removed. */
export async function userNames(client: SanityClient, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await client.request<User | User[]>({url: `/users/${ids.map(encodeURIComponent).join(',')}`})
  return new Map([found].flat().map(({id, displayName}) => [id, displayName]))
}
