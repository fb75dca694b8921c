interface Access {
  /** The one page that may ask. */
  studioOrigin: string
  /** Who may, by the names of their roles. */
  roles: readonly string[]
  findEditor: (credential: string) => Promise<{roles: readonly string[]} | undefined>
}

/**
 * Lets in whoever works in the Studio and has one of the roles. The credential comes in a header that only the Studio's
 * own script can set, never in a cookie: another page cannot have a browser send it.
 */
export async function answerStudio(
  request: Request,
  {studioOrigin, roles, findEditor}: Access,
  answer: () => Promise<Response>,
): Promise<Response> {
  const respond = async () => {
    if (request.headers.get('origin') !== studioOrigin) return refuse(403, 'Only the Studio may ask')
    if (request.method === 'OPTIONS') return new Response(null, {status: 204})
    const credential = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!credential) return refuse(401, 'Sign in to the Studio')
    const editor = await findEditor(credential).catch(() => 'unknown' as const)
    if (editor === 'unknown') return refuse(503, 'The content API does not answer')
    if (!editor) return refuse(401, 'Sign in to the Studio')
    if (!editor.roles.some((role) => roles.includes(role))) return refuse(403, 'Your role may not read enquiries')
    return answer().catch(() => refuse(503, 'The database of enquiries does not answer'))
  }
  const response = await respond()
  const {headers} = response
  headers.set('Cache-Control', 'no-store')
  headers.set('Vary', 'Origin')
  headers.set('Access-Control-Allow-Origin', studioOrigin)
  headers.set('Access-Control-Allow-Methods', 'POST, PATCH, DELETE')
  headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
  headers.set('Access-Control-Max-Age', '600')
  return response
}

export function refuse(status: number, message: string): Response {
  return Response.json({message}, {status})
}
