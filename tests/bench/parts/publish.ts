import {setTimeout} from 'node:timers/promises'
import {pageId, routes} from '../../../lib/routes.ts'
import {payloadPath, withBasePath} from '../../../lib/urls.ts'
import {cachedPages} from '../../support/cachedPages.ts'
import {content, publishEdit} from '../../support/contentClient.ts'
import {pages, textOf} from '../../support/siteUrls.ts'
import type {Part} from '../bench.ts'
import {percentile} from '../figures.ts'
import type {Row} from '../rows.ts'

const edits = 100
const patience = 30_000
/** Between two looks at a page. Looking costs the server some milliseconds, too, which the publish then waits for. */
const pause = 15
/** Edited by turns, so that the next publish need not wait until nginx shows the one before. */
const edited = ['/about', '/odoo', '/lims', '/lqm', '/test', '/ui', '/web', '/story', '/maixun', '/contact'] as const
const ids = edited.map(pageId)

/** From the request that publishes until visitors see it: at the site's own server, and through nginx. */
export const measurePublish: Part = async ({siteUrl, nginx}) => {
  const titles: Record<string, unknown> = await content.fetch('{"all": *[_id in $ids]{_id, title}}', {
    ids,
  })
  const originals = Array.isArray(titles.all) ? titles.all : []
  await Promise.all(pages.map(({path}) => fetch(siteUrl + path)))
  const related = await routesThatShow(ids, siteUrl)
  const before = cachedPages()
  if (before.size < pages.length) throw new Error('Not every page lies in the cache, so nothing can be said of them.')

  const atNext: number[] = []
  const throughNginx: number[] = []
  const acknowledged: number[] = []
  const pending = new Map<string, Promise<unknown>>()
  for (let edit = 0; edit < edits; edit++) {
    const route = edited[edit % edited.length] ?? edited[0]
    await pending.get(route)
    const title = `第 ${edit + 1} 次发布`
    const begun = performance.now()
    await publishEdit(pageId(route), {'title.zh': title})
    acknowledged.push(performance.now() - begun)
    const shown = (origin: string) => untilShown(`${origin}/h5${route}`, title, begun)
    pending.set(
      route,
      shown(nginx.url).then((time) => throughNginx.push(time)),
    )
    atNext.push(await shown(siteUrl))
  }
  await Promise.all(pending.values())

  const touched = [...cachedPages()].filter(([name, time]) => before.get(name) !== time).map(([name]) => name)
  const unrelated = touched.filter((name) => !related.has(routeOf(name)))
  for (const {_id, title} of originals) await publishEdit(_id, {title})
  const lost = [...atNext, ...throughNginx].filter((time) => time === Number.POSITIVE_INFINITY).length
  return [
    ...rowsOf('at Next', atNext, 250),
    ...rowsOf('through nginx', throughNginx, 1000),
    row('acknowledged by the lake, p50', percentile(acknowledged, 0.5), 'ms'),
    {...row('edits lost', lost, ''), aim: {atMost: 0}, note: `of ${edits}`},
    {...row('unrelated pages touched', unrelated.length, ''), aim: {atMost: 0}, note: unrelated.join(' ')},
  ]
}

/** `en/about` → `/about`, `index` → `/`. */
const routeOf = (name: string) => `/${name.replace(/^en(\/|$)/, '').replace(/^index$/, '')}`

const row = (what: string, value: number, unit: string): Row => ({part: 'publish', what, value, unit})

function rowsOf(where: string, times: readonly number[], limit: number): Row[] {
  return [
    row(`${where}, p50`, percentile(times, 0.5), 'ms'),
    {...row(`${where}, p95`, percentile(times, 0.95), 'ms'), aim: {atMost: limit}},
    row(`${where}, longest`, percentile(times, 1), 'ms'),
  ]
}

/** Polls; returns the time since `begun`, or infinity if the title never came. */
async function untilShown(url: string, title: string, begun: number): Promise<number> {
  while (performance.now() - begun < patience) {
    const response = await fetch(url)
    if (textOf(await response.text(), 'h1') === title) return performance.now() - begun
    await setTimeout(pause)
  }
  return Number.POSITIVE_INFINITY
}

/** The routes of pages that show one of these documents. */
async function routesThatShow(ids: readonly string[], siteUrl: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const route of routes) {
    const payload = await (await fetch(siteUrl + withBasePath(payloadPath('zh', route)))).text()
    if (ids.some((id) => payload.includes(`"${id}"`))) found.add(route)
  }
  return found
}
