import {payloadTooLarge} from '../errors.ts'
import {imageRefusal} from './imageRefusal.ts'

/** A request's whole body, refused as soon as it is longer than the limit. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => payloadTooLarge(`Uploads may have at most ${Math.floor(maxBytes / 1024 / 1024)} MB`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  if (length === 0) throw imageRefusal('emptyFile', 'The file is empty: send the file itself as the body')
  return Buffer.concat(chunks)
}
