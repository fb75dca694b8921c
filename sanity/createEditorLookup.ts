import {createHash} from 'node:crypto'
import {z} from 'zod'
import {type ContentSource, readContentSource, serverRequest} from './env.ts'

export interface Editor {
  id: string
  roles: string[]
}

/** Milliseconds: how long a revoked role keeps working. */
const cacheLife = 60_000
const timeout = 10_000

interface CachedEditor {
  editor: Editor
  /** By `now`. */
  expires: number
}

/**
 * Returns a function that asks the content API whose credential it is: a ticket of the embedded lake, or a token of the
 * hosted Studio. Undefined if invalid; throws if the content API does not answer. Caches valid credentials for a minute.
 */
export function createEditorLookup(
  source: ContentSource = readContentSource(process.env),
  now: () => number = () => performance.now(),
) {
  const cache = new Map<string, CachedEditor>()

  return async (credential: string): Promise<Editor | undefined> => {
    const key = createHash('sha256').update(credential).digest('base64url')
    for (const [name, {expires}] of cache) if (expires <= now()) cache.delete(name)
    const cached = cache.get(key)
    if (cached) return cached.editor
    const editor = await fetchEditor(source, credential)
    if (editor) cache.set(key, {editor, expires: now() + cacheLife})
    return editor
  }
}

async function fetchEditor(source: ContentSource, credential: string): Promise<Editor | undefined> {
  const {url, headers} = serverRequest(source, source.embedded ? '/auth/tickets/owner' : '/users/me')
  const authorization: Record<string, string> = source.embedded
    ? {'Lake-Ticket': credential}
    : {Authorization: `Bearer ${credential}`}
  const response = await fetch(url, {
    headers: {...headers, ...authorization},
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  if (response.status >= 500 || response.status === 429)
    throw new Error(`The content API answered with ${response.status}`)
  return response.ok ? readEditor(await response.json()) : undefined
}

const editorShape = z.object({
  id: z.string(),
  roles: z.array(z.object({name: z.string()})).catch([]),
})

function readEditor(answer: unknown): Editor | undefined {
  const {data} = editorShape.safeParse(answer)
  return data && {id: data.id, roles: data.roles.map(({name}) => name)}
}
