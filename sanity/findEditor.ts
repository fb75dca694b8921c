import {createHash} from 'node:crypto'
import {type ContentSource, readContentSource, serverRequest} from './env.ts'

export interface Editor {
  id: string
  roles: string[]
}

/** How long an answer is cached, in milliseconds: a revoked role ends a minute later. */
const cacheLife = 60_000
const timeout = 10_000

interface Known {
  editor: Editor
  until: number
}

/**
 * Asks the content API whose credential it is: a ticket of the embedded lake, or a token of the hosted Studio. Undefined
 * if it is nobody's; throws if the content API does not answer.
 */
export function editorFinder(source: ContentSource = readContentSource(process.env), now: () => number = Date.now) {
  const known = new Map<string, Known>()

  return async (credential: string): Promise<Editor | undefined> => {
    const key = createHash('sha256').update(credential).digest('base64url')
    for (const [name, {until}] of known) if (until <= now()) known.delete(name)
    const before = known.get(key)
    if (before) return before.editor
    const editor = await ask(source, credential)
    if (editor) known.set(key, {editor, until: now() + cacheLife})
    return editor
  }
}

async function ask(source: ContentSource, credential: string): Promise<Editor | undefined> {
  const {url, headers} = serverRequest(source, source.embedded ? '/auth/tickets/owner' : '/users/me')
  const proof: Record<string, string> = source.embedded
    ? {'Lake-Ticket': credential}
    : {Authorization: `Bearer ${credential}`}
  const response = await fetch(url, {
    headers: {...headers, ...proof},
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  if (response.status >= 500) throw new Error(`The content API answered with ${response.status}`)
  return response.ok ? readEditor(await response.json()) : undefined
}

function readEditor(answer: unknown): Editor | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer) || typeof answer.id !== 'string')
    return undefined
  const roles = 'roles' in answer && Array.isArray(answer.roles) ? answer.roles : []
  return {
    id: answer.id,
    roles: roles.flatMap((role: unknown) =>
      typeof role === 'object' && role !== null && 'name' in role && typeof role.name === 'string' ? role.name : [],
    ),
  }
}
