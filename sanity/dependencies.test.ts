import {describe, expect, it} from 'vitest'
import {contentVersion, dependencies, pageStateAt} from './dependencies.ts'

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
