import {describe, expect, it} from 'vitest'
import {allPagesQuery} from '@/tests/support/allPagesQuery'
import {pageId, routes} from '../lib/routes.ts'
import {pageMiddleware} from '../lib/visibility.ts'
import fc from '../tests/support/fastCheck.ts'
import {objectsIn, readSeed} from '../tests/support/readSeed.ts'
import type {Documents} from './PublishedDocuments.ts'
import {evaluateQuery, localize, withoutPlaceholders} from './presentContent.ts'
import {contentVersion, dependencies, pageQuery, pageStateAt, Snapshot} from './Snapshot.ts'

const seed: Documents = new Map(
  readSeed().map((document) => [document._id, {_rev: 'seed', _updatedAt: '2020-01-01T00:00:00Z', ...document}]),
)

let revisions = 0

/** The documents with one of them changed, or without it. */
function changed(documents: Documents, id: string, fields: object | undefined): Documents {
  const after = new Map(documents)
  const before = documents.get(id) ?? seed.get(id)
  if (fields && before) after.set(id, {...before, ...fields, _rev: `r${revisions++}`})
  else after.delete(id)
  return after
}

/** The routes of pages whose result is another object, so computed again. */
function recomputed(before: Snapshot, after: Snapshot): string[] {
  return routes.filter((route) => before.page(route) !== after.page(route))
}

const showing = (id: string) =>
  routes.filter((route) => objectsIn(new Snapshot(seed).page(route)).some(({_id}) => _id === id))

describe('a snapshot', () => {
  it('shows what the query over all pages finds', () => {
    const all = evaluateQuery<{pages: {_id: string}[]; site: unknown}>(seed, allPagesQuery, {})
    const {pages, site} = withoutPlaceholders(all)
    const snapshot = new Snapshot(seed)
    expect(snapshot.site).toEqual(site)
    for (const route of routes) {
      expect(snapshot.page(route), route).toEqual(pages.find(({_id}) => _id === pageId(route)))
    }
  })

  it('knows of each search of a page the type that it is for', () => {
    expect(pageQuery.match(/\*\[_type == "\w+"/g)).toHaveLength(pageQuery.match(/\*\s*\[/g)?.length ?? 0)
  })

  it('computes again only the pages that show what has changed', () => {
    const before = new Snapshot(seed)
    for (const route of routes) before.page(route)
    for (const id of ['page-about', 'claim-defects', 'product-lims']) {
      const after = before.next(changed(seed, id, {}))
      expect(recomputed(before, after), id).toEqual(showing(id))
    }
    expect(showing('claim-defects')).not.toEqual([])
  })

  it('shows a change in both languages, on the page that refers to it', () => {
    const [route] = showing('claim-defects')
    if (!route) throw new Error('No page shows the claim')
    const before = new Snapshot(seed)
    before.page(route)
    const statement = {_type: 'localeString', zh: '新的说法', en: 'Another wording'}
    const page = before.next(changed(seed, 'claim-defects', {statement})).page(route)
    expect(JSON.stringify(localize(page, 'zh'))).toContain('新的说法')
    expect(JSON.stringify(localize(page, 'en'))).toContain('Another wording')
  })

  it('depends on the middleware of another page if that may hide it, and not otherwise', () => {
    const before = new Snapshot(seed)
    const versionWith = (name: string) =>
      contentVersion(before.next(changed(seed, 'page-odoo', {middleware: [name]})).site)
    for (const name of pageMiddleware.keys()) expect(versionWith(name), name).not.toBe(contentVersion(before.site))
    expect(versionWith('auth')).toBe(contentVersion(before.site))
  })

  it('gives a page another version once a claim has lost its placeholder and is shown', () => {
    const hidden = changed(seed, 'claim-defects', {
      statement: {_type: 'localeString', zh: '【待填】', en: '[to be filled in]'},
    })
    const before = new Snapshot(hidden)
    const [route] = showing('claim-defects')
    if (!route) throw new Error('No page shows the claim')
    const version = contentVersion(before.page(route))
    const after = before.next(changed(hidden, 'claim-defects', {statement: seed.get('claim-defects')}))
    expect(contentVersion(after.page(route))).not.toBe(version)
  })
})

const ids = [...seed.keys()]
const products = ids.filter((id) => id.startsWith('product-'))

const edit = fc.oneof(
  fc.record({id: fc.constantFrom(...ids), fields: fc.constant({})}),
  fc.record({id: fc.constantFrom(...ids), fields: fc.constant(undefined)}),
  fc.record({
    id: fc.constantFrom(...ids.filter((id) => /^(module|page)-/.test(id))),
    fields: fc.constantFrom(...products).map((_ref) => ({product: {_type: 'reference', _ref}})),
  }),
  fc.record({
    id: fc.constantFrom(...ids.filter((id) => id.startsWith('page-'))),
    fields: fc.constantFrom({middleware: ['embargo'], embargoUntil: '2999-01-01T00:00:00Z'}, {middleware: []}),
  }),
)

it('whatever is edited, deleted and brought back, pages taken over are those that would be computed', () => {
  fc.assert(
    fc.property(fc.array(fc.array(edit, {maxLength: 3}), {minLength: 1, maxLength: 6}), (steps) => {
      let documents: Documents = seed
      let snapshot = new Snapshot(documents)
      for (const edits of steps) {
        for (const route of routes) snapshot.page(route)
        for (const {id, fields} of edits) documents = changed(documents, id, fields)
        snapshot = snapshot.next(documents)
        const fresh = new Snapshot(documents)
        expect(snapshot.site).toEqual(fresh.site)
        for (const route of routes) expect(snapshot.page(route), route).toEqual(fresh.page(route))
      }
    }),
    {numRuns: 8 * Number(process.env.FUZZ_FACTOR || 1)},
  )
})

const claim = (revision: string) => ({_id: 'claim-a', _type: 'claim', _rev: revision, figure: 30})
const page = (revision: string, ...claims: unknown[]) => ({
  page: {_id: 'page-about', _rev: revision, blocks: [{_type: 'claims', claims}]},
  site: {settings: {_id: 'siteSettings', _rev: 's1'}, navigation: null},
})

describe('the documents that a page shows', () => {
  it('are found at any depth, once each, sorted', () => {
    expect(dependencies(page('p1', claim('c1'), claim('c1')))).toEqual([
      {id: 'claim-a', revision: 'c1'},
      {id: 'page-about', revision: 'p1'},
      {id: 'siteSettings', revision: 's1'},
    ])
  })

  it('are none in values without documents', () => {
    expect([null, 'text', 3, [], {_id: 'no-revision'}].map(dependencies)).toEqual([[], [], [], [], []])
  })
})

describe('the version of a page', () => {
  it('stays the same as long as the documents do, whatever their order', () => {
    const other = {_id: 'claim-b', _rev: 'b1'}
    expect(contentVersion(page('p1', claim('c1'), other))).toBe(contentVersion(page('p1', other, claim('c1'))))
  })

  it('changes when a document is revised, appears or disappears', () => {
    const versions = [page('p1', claim('c1')), page('p2', claim('c1')), page('p1', claim('c2')), page('p1')].map(
      contentVersion,
    )
    expect(new Set(versions).size).toBe(4)
  })
})

describe('a page’s state at a given time', () => {
  const opening = Date.parse('2026-03-01T08:00:00Z')
  const guarded = (middleware: string[]) => ({
    page: {_id: 'page-about', _rev: 'p1', middleware, embargoUntil: '2026-03-01T08:00:00Z'},
    site: null,
  })

  it('has no content during its embargo, and its content from then on', () => {
    const before = pageStateAt(guarded(['embargo']), opening - 1)
    const after = pageStateAt(guarded(['embargo']), opening)
    const content = contentVersion(guarded([]))
    expect(before).toEqual({version: 'hidden', content, documents: ['page-about']})
    expect(after).toEqual({version: content, content, documents: ['page-about']})
  })

  it('is a failure where its middleware is unknown', () => {
    expect(pageStateAt(guarded(['auth']), opening).version).toBe('failed')
  })
})
