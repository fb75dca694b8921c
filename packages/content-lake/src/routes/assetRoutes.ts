import {stat} from 'node:fs/promises'
import {join} from 'node:path'
import {type Context, Hono} from 'hono'
import {type AssetKind, assetFile, assetIdOf, isAssetFileName, prepareAsset} from '../assets/assetFiles.ts'
import {assetHeaders, servedType} from '../assets/assetHeaders.ts'
import type {Sender} from '../assets/drawing/jobQueue.ts'
import {imageError} from '../assets/imageFormats.ts'
import {chooseFormat, parseTransform, type Transform} from '../assets/transform/parseTransform.ts'
import {createTransformCache, transformKey} from '../assets/transform/transformCache.ts'
import {notFound, payloadTooLarge, sizeText} from '../errors.ts'
import {answerWhole, chunksOf, isUnmodified, parseRange, streamBody} from '../http/bodies.ts'
import {type LakeEnv, requireOpenSession, requireWrite} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {presentDocument} from '../query/presentDocument.ts'
import type {DocumentInput, JsonObject, LakeDocument} from '../types.ts'

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

const MAX_CACHE_BYTES = 512 * 1024 * 1024

interface Asset {
  document: LakeDocument
  fileName: string
  extension: string
}

/** SVG is served as it is unless the URL names a raster format. */
const isLeftAlone = ({extension}: Asset, {format}: Transform): boolean => extension === 'svg' && !format

/** Normalizes extensions that mean the same format. */
const normalizeExtension = (extension: string): string => extension.replace(/^jpeg$/, 'jpg').replace(/^tif$/, 'tiff')

/** The download's file name: `dl=name`, else the upload's. Its extension matches the bytes: no link can disguise them. */
function downloadName(c: Context<LakeEnv>, {document, fileName}: Asset, extension: string): string {
  const {originalFilename} = document
  const name = c.req.query('dl') || (typeof originalFilename === 'string' && originalFilename) || fileName
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return normalizeExtension(ending) === normalizeExtension(extension) ? name : `${name}.${extension}`
}

interface Representation {
  extension: string
  etag: string
  isNegotiated: boolean
}

function headersOf(c: Context<LakeEnv>, asset: Asset, representation: Representation): Record<string, string> {
  const {extension} = representation
  const isDownload = c.req.query('dl') !== undefined || c.req.query('dlRaw') !== undefined
  const fileName = downloadName(c, asset, extension)
  return assetHeaders({...servedType(extension), ...representation, fileName, isDownload})
}

/** The `Range` of a GET, unless an `If-Range` says that the client has a part of something else. */
function wantedRange(c: Context<LakeEnv>, etag: string): string | undefined {
  const known = c.req.header('if-range') ?? etag
  return c.req.method === 'GET' && known === etag ? c.req.header('range') : undefined
}

/** Local programs have no rendering budget. */
function senderOf(c: Context<LakeEnv>): Sender {
  const {address, isLocal} = c.get('connection')
  return {isKnown: c.get('identity').rights !== 'none', address: isLocal ? undefined : address}
}

export function assetFileRoutes(lake: Lake): Hono<LakeEnv> {
  const {dir, projectId, dataset} = lake.options
  const cache = createTransformCache(join(dir, 'transforms'), MAX_CACHE_BYTES)
  const app = new Hono<LakeEnv>()

  function findAsset(c: Context<LakeEnv>, kind: AssetKind): Asset {
    const fileName = c.req.param('name') ?? ''
    const isHere = c.req.param('project') === projectId && c.req.param('dataset') === dataset
    const document = isHere && isAssetFileName(fileName) ? lake.documents.get(assetIdOf(kind, fileName)) : undefined
    if (!document) throw notFound(`There is no ${kind} "${fileName}" in this dataset`)
    return {document, fileName, extension: fileName.slice(fileName.lastIndexOf('.') + 1)}
  }

  async function sendOriginal(c: Context<LakeEnv>, asset: Asset): Promise<Response> {
    const {document, fileName, extension} = asset
    const file = assetFile(dir, fileName)
    const stats = await stat(file).catch(() => undefined)
    if (!stats) throw notFound(`The file of asset "${document._id}" is missing`)
    const etag = `"${fileName}"`
    const headers = headersOf(c, asset, {extension, etag, isNegotiated: false})
    if (isUnmodified(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const range = parseRange(wantedRange(c, etag), stats.size)
    if (range === 'unsatisfiable') return c.body(null, 416, {'content-range': `bytes */${stats.size}`})
    const length = range ? range.end - range.start + 1 : stats.size
    return new Response(streamBody(c, lake, chunksOf(file, range)), {
      status: range ? 206 : 200,
      headers: {
        ...headers,
        'accept-ranges': 'bytes',
        'content-length': String(length),
        ...(range && {'content-range': `bytes ${range.start}-${range.end}/${stats.size}`}),
      },
    })
  }

  async function sendTransformed(c: Context<LakeEnv>, asset: Asset, transform: Transform): Promise<Response> {
    const {fileName, extension} = asset
    const [, width, height] = (/-(\d+)x(\d+)\./.exec(fileName) ?? []).map(Number)
    if (!width || !height) throw notFound(`"${fileName}" is not an image`)
    const format = chooseFormat(transform, extension, c.req.header('accept') ?? '')
    const key = transformKey({fileName, ...transform, format})
    const etag = `"${key}"`
    const headers = headersOf(c, asset, {extension: format, etag, isNegotiated: transform.auto})
    if (isUnmodified(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const file = assetFile(dir, fileName)
    if (!(await stat(file).catch(() => undefined))) throw notFound(`The file of "${fileName}" is missing`)
    const request = {file, width, height, extension, transform, format}
    const sender = senderOf(c)
    const group = sender.isKnown ? 'known' : (sender.address ?? 'here')
    const image = await cache.get(key, group, () => lake.images.render(request, sender))
    if (image instanceof Uint8Array) return answerWhole(c, lake, new Uint8Array(image), headers)
    const body = streamBody(c, lake, chunksOf(image.file))
    return c.body(body, 200, {...headers, 'content-length': String(image.size)})
  }

  for (const path of ['/images/:project/:dataset/:name', '/images/:project/:dataset/:name/:vanity']) {
    app.get(path, (c) => {
      const asset = findAsset(c, 'image')
      const transform = parseTransform(new URL(c.req.url).searchParams)
      return transform && !isLeftAlone(asset, transform) ? sendTransformed(c, asset, transform) : sendOriginal(c, asset)
    })
  }
  for (const path of ['/files/:project/:dataset/:name', '/files/:project/:dataset/:name/:vanity']) {
    app.get(path, (c) => sendOriginal(c, findAsset(c, 'file')))
  }
  return app
}
