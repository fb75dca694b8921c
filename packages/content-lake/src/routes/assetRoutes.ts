import {type Context, Hono} from 'hono'
import {type AssetKind, prepareAsset} from '../assets/assetFiles.ts'
import {imageError} from '../assets/imageError.ts'
import {payloadTooLarge, sizeText} from '../errors.ts'
import type {LakeEnv} from '../http/connection.ts'
import {requireOpenSession, requireWrite} from '../http/requireRights.ts'
import type {Lake} from '../Lake.ts'
import {presentDocument} from '../query/presentDocument.ts'
import type {DocumentInput, JsonObject} from '../types.ts'

const MAX_UPLOAD_BYTES = 200 * 1024 * 1024
const TEXT_FIELDS = ['label', 'title', 'description', 'creditLine', 'altText'] as const

/** Document fields from the query parameters of the client's `assets.upload()`. */
function fieldsOf(c: Context<LakeEnv>): JsonObject {
  const fields: JsonObject = {}
  for (const name of TEXT_FIELDS) {
    const value = c.req.query(name)
    if (value) fields[name] = value
  }
  const [id, name, url] = [c.req.query('sourceId'), c.req.query('sourceName'), c.req.query('sourceUrl')]
  if (id && name) fields.source = {_type: 'sanity.assetSourceData', id, name, ...(url && {url})}
  return fields
}

/** Uploads: `POST /assets/images/<dataset>` and `POST /assets/files/<dataset>` with the file as the raw body. */
export function assetRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()

  const upload = (kind: AssetKind) => async (c: Context<LakeEnv>) => {
    const author = requireWrite(c)
    if (Number(c.req.header('content-length') ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge()
    // The id is a hash of the content: a second upload of the same file finds the existing document.
    const requestFor = (document: DocumentInput) => ({
      mutations: [{createIfNotExists: document}],
      author,
      describesFiles: true,
    })
    const release = lake.uploads.take(author, c.get('connection').address)
    const document = await prepareAsset(lake, {
      kind,
      content: limitedBody(c.req.raw),
      contentType: c.req.header('content-type'),
      filename: c.req.query('filename') || undefined,
      fields: fieldsOf(c),
      check: (document) => {
        requireOpenSession(c, lake)
        lake.commit({...requestFor(document), dryRun: true})
      },
    }).finally(release)
    const {results} = await lake.commitInTurn(requestFor(document), () => requireOpenSession(c, lake))
    const stored = results[0]?.document
    return c.json({document: stored && presentDocument(stored, {baseUrl: lake.url})})
  }

  app.post('/assets/images/:dataset', upload('image'))
  app.post('/assets/files/:dataset', upload('file'))
  return app
}

const tooLarge = () => payloadTooLarge(`Uploads may have at most ${sizeText(MAX_UPLOAD_BYTES)}`)

/** The body of an upload as it arrives. Throws 413 as soon as it exceeds the limit, and 400 if it is empty. */
async function* limitedBody({body}: Request): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > MAX_UPLOAD_BYTES) throw tooLarge()
    yield chunk
  }
  if (length === 0) throw imageError('emptyFile', 'The file is empty: send the file itself as the body')
}
