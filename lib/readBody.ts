/** Reads request bodies up to a limit. */

/** Reads a body of at most `limit` bytes. Returns undefined for a longer one, without reading on, and for one that breaks off. */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body ?? []) {
      length += chunk.byteLength
      if (length > limit) return undefined
      chunks.push(chunk)
    }
  } catch {
    // Its sender has gone: nobody gets the answer, and the log needs no stack.
    return undefined
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Reads a posted form of at most `limit` bytes, or returns why it is refused. */
export async function readFormData(
  request: Request,
  limit: number,
): Promise<FormData | 'unsupported' | 'unreadable' | 'tooLarge'> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.test(type)) return 'unsupported'
  const body = await readLimited(request.body, limit)
  if (!body) return 'tooLarge'
  const form = new Response(body, {headers: {'Content-Type': type}}).formData()
  return form.catch(() => 'unreadable' as const)
}
