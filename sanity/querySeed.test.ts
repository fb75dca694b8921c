import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {allPagesQuery} from '@/tests/support/allPagesQuery'
import {pageId, routes} from '../lib/routes.ts'
import type {BilingualPage, BilingualSite} from './presentContent.ts'
import {evaluateSeed} from './querySeed.ts'
import {lastUpdate, pageState, pageWithSiteQuery} from './Snapshot.ts'

const seed = readFileSync(new URL('seed/data.ndjson', import.meta.url), 'utf8')

it('the seed has every page with its title, settings and navigation', () => {
  for (const route of routes) {
    const result = evaluateSeed<{page: BilingualPage | null; site: BilingualSite}>(seed, pageWithSiteQuery, {
      id: pageId(route),
    })
    expect(result.page?.title?.zh, route).toBeTruthy()
    expect(result.site.settings?.siteName?.zh).toBeTruthy()
    expect(pageState(result).documents).toContain(pageId(route))
  }
})

it('dates of the seed are older than any edit', () => {
  const {pages} = evaluateSeed<{pages: unknown[]}>(seed, allPagesQuery, {})
  expect(new Set(pages.map(lastUpdate))).toEqual(new Set(['2020-01-01T00:00:00Z']))
})

it('a page’s date is also that of the modules that the side bar of its screen lists', () => {
  const edited = seed.replace(/^(?=.*"_id":"module-lims-)\{/gm, '{"_updatedAt":"2026-01-01T00:00:00Z",')
  const result = evaluateSeed(edited, pageWithSiteQuery, {id: pageId('/limsPages/entrust')})
  expect(lastUpdate(result)).toBe('2026-01-01T00:00:00Z')
})
