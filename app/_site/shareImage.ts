import {stegaClean} from '@sanity/client/stega'
import {LRUCache} from 'lru-cache'
import {notFound} from 'next/navigation'
import {drawMark, drawShareImage, type ShareImageContent} from '@/components/shareImage/drawShareImage'
import {hueOf, registerNumber} from '@/components/site/productMarks'
import {versionHeader} from '@/lib/constants'
import {type Locale, locales} from '@/lib/locales'
import {products, type Route, routes} from '@/lib/routes'
import {type Mark, markPath, shareImagePath} from '@/lib/urls'
import {readPage} from '@/sanity/content'
import {localize} from '@/sanity/presentContent'

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
  const loaded = stegaClean(read)
  const page = localize(loaded.page, locale)
  const settings = localize(loaded.site, locale).settings
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
  picture.headers.set(versionHeader, loaded.version)
  return picture
}

/** Pictures by what they show: most changes of the content, the settings among them, change few. About 9 MB. */
const drawn = new LRUCache<string, {png: ArrayBuffer; headers: Headers}>({max: pages.length})

/** Renders a picture, which takes some 0.2 s, unless one that shows the same is known. */
async function drawnOnce(content: ShareImageContent): Promise<Response> {
  const key = JSON.stringify(content)
  const known = drawn.get(key)
  if (known) return new Response(known.png, {headers: known.headers})
  const picture = await drawShareImage(content)
  const {headers} = picture
  const png = await picture.arrayBuffer()
  drawn.set(key, {png, headers})
  return new Response(png, {headers})
}
