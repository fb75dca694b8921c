import {describe, expect, it} from 'vitest'
import {pageId, routes} from '../lib/routes.ts'
import fc from '../tests/support/fastCheck.ts'
import {objectsIn, readSeed} from '../tests/support/readSeed.ts'
import {contentVersion} from './dependencies.ts'
import {type Documents, evaluateQuery} from './evaluateQuery.ts'
import {localize} from './localize.ts'
import {allPagesQuery} from './queries.ts'
import {Snapshot} from './Snapshot.ts'
import {withoutPlaceholders} from './withoutPlaceholders.ts'

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
