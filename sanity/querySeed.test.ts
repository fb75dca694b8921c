import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {pageId, routes} from '../lib/routes.ts'
import type {BilingualPage, BilingualSite} from './content.types.ts'
import {pageState} from './dependencies.ts'
import {pageDatesQuery, pageWithSiteQuery} from './queries.ts'
import {evaluateSeed} from './querySeed.ts'

const seed = readFileSync(new URL('seed/data.ndjson', import.meta.url), 'utf8')

it('the seed has every page with its title, settings and navigation', async () => {
  for (const route of routes) {
    const result = await evaluateSeed<{page: BilingualPage | null; site: BilingualSite}>(seed, pageWithSiteQuery, {
      id: pageId(route),
    })
    expect(result.page?.title?.zh, route).toBeTruthy()
    expect(result.site.settings?.siteName?.zh).toBeTruthy()
    expect(pageState(result).documents).toContain(pageId(route))
  }
})

it('dates of the seed are older than any edit', async () => {
  const dates = await evaluateSeed<{_updatedAt: string}[]>(seed, pageDatesQuery, {})
  expect(dates).toHaveLength(routes.length)
  expect(new Set(dates.map(({_updatedAt}) => _updatedAt))).toEqual(new Set(['2020-01-01T00:00:00Z']))
})

it('a page’s date is also that of the modules that the side bar of its screen lists', async () => {
  const dates = await evaluateSeed<{route: string; shown: string[]}[]>(seed, pageDatesQuery, {})
  const modules = seed.split('\n').filter((line) => /"_type":"productModule".*"_ref":"product-lims"/.test(line))
  expect(modules.length).toBeGreaterThan(9)
  const page = dates.find(({route}) => route === '/limsPages/entrust')
  expect(page?.shown.length).toBeGreaterThanOrEqual(modules.length)
})
