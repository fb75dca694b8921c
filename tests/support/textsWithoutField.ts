import type {APIRequestContext} from '@playwright/test'
import {stegaClean} from '@sanity/client/stega'
import {JSDOM} from 'jsdom'
import {isRoute} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'
import {content} from './contentClient.ts'
import {objectsIn} from './readSeed.ts'

interface Page {
  route: string
  blocks: {_type: string}[]
}

/** NodeFilter.SHOW_TEXT */
const textNodes = 4

/**
 * Returns texts of the content that a draft shows without a link to their field, on the fewest pages with every kind of
 * block. `request` needs the cookies of a preview. Skips texts that the site composes of several, and options of menus.
 */
export async function textsWithoutField(request: APIRequestContext): Promise<string[]> {
  const pages = await content.fetch<Page[]>(
    '*[_type == "page"] | order(count(blocks) desc) {route, blocks[]{_type}}',
    {},
    {perspective: 'published'},
  )
  const known = textsOf(await content.fetch('*[!(_type match "system.*")]', {}, {perspective: 'published'}))
  const found: string[] = []
  for (const route of covering(pages)) {
    if (!isRoute(route)) continue
    const {document} = new JSDOM(await (await request.get(sitePath('zh', route))).text()).window
    for (const element of document.querySelectorAll('script, style, title, noscript, template, option'))
      element.remove()
    const walker = document.createTreeWalker(document.body, textNodes)
    let marked = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (stegaClean(text) !== text) marked += 1
      else if (known.has(text.trim())) found.push(`${route}: ${text.trim()}`)
    }
    if (marked < 10) found.push(`${route}: only ${marked} texts lead to a field`)
  }
  return found
}

/** Selects pages, those with most blocks first, until every kind of block is covered. */
function covering(pages: readonly Page[]): string[] {
  const missing = new Set(pages.flatMap(({blocks}) => blocks.map(({_type}) => _type)))
  return pages.flatMap(({route, blocks}) => {
    const kinds = blocks.map(({_type}) => _type).filter((kind) => missing.delete(kind))
    return kinds.length > 0 ? [route] : []
  })
}

/** Returns the Chinese texts of documents that are too long to be words of the interface. */
function textsOf(documents: unknown): ReadonlySet<string> {
  const texts = objectsIn(documents).flatMap(({zh}) => (typeof zh === 'string' && zh.length > 5 ? [zh.trim()] : []))
  return new Set(texts)
}
