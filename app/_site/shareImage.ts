import {createHash} from 'node:crypto'
import {mkdir, readFile, rename, writeFile} from 'node:fs/promises'
import {join, resolve} from 'node:path'
import {LRUCache} from 'lru-cache'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {notFound} from 'next/navigation'
import {drawMark, drawShareImage, type ShareImageContent} from '@/components/shareImage/drawShareImage'
import {registerNumber} from '@/components/site/productMarks'
import {versionHeader} from '@/lib/constants'
import {readBuildDir} from '@/lib/env'
import {type Locale, locales} from '@/lib/locales'
import {products, type Route, routes} from '@/lib/routes'
import {type Mark, markPath, shareImagePath} from '@/lib/urls'
import {readPage} from '@/sanity/content'
import {localize} from '@/sanity/presentContent'
import {hueOf} from '@/sanity/projections/product'

const marks: readonly Mark[] = ['site', ...products]
const pages = routes.flatMap((route) => locales.map((locale) => ({route, locale})))

/** The paths of all share images: one per page and language, one per mark. */
export function shareImagePaths(): string[] {
  return [...pages.map(({locale, route}) => shareImagePath(locale, route)), ...marks.map(markPath)]
}

/** Renders the image of one of these paths. */
export async function shareImageResponse(path: string): Promise<Response> {
  const mark = marks.find((candidate) => markPath(candidate) === path)
  if (mark === 'site') return drawMark({})
  if (mark) return drawMark({code: mark.toUpperCase(), hue: hueOf(`/${mark}`)})
  const target = pages.find(({locale, route}) => shareImagePath(locale, route) === path)
  return target ? pictureOf(target.locale, target.route) : notFound()
}

async function pictureOf(locale: Locale, route: Route): Promise<Response> {
  const read = await readPage(route)
  const {refusal} = read
  // Not notFound(): Next caches that without tags, so the image would stay missing after its page is back.
  if (refusal) return new Response(null, {status: refusal === 'hidden' ? 404 : refusal.status})
  const page = localize(read.page, locale)
  const {settings} = localize(read.site, locale)
  const siteName = settings?.siteName ?? ''
  const {product, module} = page
  const code = module ? registerNumber(module) : product?.code
  const picture = await drawnOnce({
    title: page.title,
    register: [code, module?.name ?? product?.name].filter(Boolean).join(' ') || siteName,
    siteName,
    tagline: settings?.tagline,
    description: page.seo?.description ?? page.description,
    hue: product?.hue,
    locale,
    picture: page.picture,
  })
  picture.headers.set(versionHeader, read.version)
  return picture
}

/**
 * Caches pictures by what they show, since most changes of the content, even of the settings, change few of them. Holds
 * two pictures a page: with one too few, a pass over all pages would evict each picture before its next use. About 18
 * MB.
 */
const drawn = new LRUCache<string, ArrayBuffer | Uint8Array<ArrayBuffer>>({max: 2 * pages.length})

/** The pictures of the build, so that the first change after a start draws only those that it changes. */
const buildFolder = join(resolve(/* turbopackIgnore: true */ readBuildDir(process.env)), 'share-pictures')

/** Renders a picture, which takes some 0.2 s, unless one that shows the same is known or was made by the build. */
async function drawnOnce(content: ShareImageContent): Promise<Response> {
  const key = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const file = join(buildFolder, `${key}.png`)
  const png = drawn.get(key) ?? (await readBuilt(file)) ?? (await (await drawShareImage(content)).arrayBuffer())
  drawn.set(key, png)
  // Only the build writes files: those of later publishes would accumulate.
  if (process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD) await writeBuilt(file, new Uint8Array(png))
  return new Response(png, {headers: {'content-type': 'image/png'}})
}

async function readBuilt(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return readFile(file).catch(() => undefined)
}

async function writeBuilt(file: string, png: Uint8Array): Promise<void> {
  await mkdir(buildFolder, {recursive: true})
  // Another worker may read it meanwhile.
  await writeFile(`${file}.${process.pid}`, png)
  await rename(`${file}.${process.pid}`, file)
}
