import {describe, expect, it} from 'vitest'
import {linkProblems} from './documentFindings.ts'
import {brokenReferences, type ContentDocument, pagesShowing} from './documents.ts'

const reference = (_ref: string) => ({_type: 'reference', _ref})
const page = (name: string, blocks: unknown[]) => ({_id: `page-${name}`, _type: 'page', route: `/${name}`, blocks})
const inText = (claim: string) => ({
  ...{_key: 'p', _type: 'prose'},
  body: {zh: [{_key: 'b', _type: 'block', children: [{_key: 'c', _type: 'claimReference', claim: reference(claim)}]}]},
})

describe('links', () => {
  it('to routes that the site does not have, and to pages that are not open yet, are found with their place', () => {
    const document = page('about', [
      {_key: 'c', _type: 'callToAction', link: {route: '/nope'}},
      {_key: 'd', _type: 'callToAction', link: {route: '/odoo'}},
      {_key: 'e', _type: 'callToAction', link: {route: '/lims'}},
    ])
    expect(linkProblems(document, new Set(['/odoo']))).toEqual([
      {path: 'blocks[_key=="c"].link.route', target: '/nope', problem: 'unknownRoute'},
      {path: 'blocks[_key=="d"].link.route', target: '/odoo', problem: 'hiddenRoute'},
    ])
  })

  it('a page’s own route is none, a module’s is one', () => {
    expect(linkProblems(page('odoo', []), new Set(['/odoo']))).toEqual([])
    expect(linkProblems({_id: 'm', _type: 'productModule', route: '/nope'}, new Set())).toHaveLength(1)
  })

  it.each(['https://', 'example.com', 'https://example', 'javascript:alert(1)', 'mailto:nobody', undefined])(
    'to another site are malformed as %s',
    (href) => {
      const document = {_id: 'd', _type: 'page', mark: {_type: 'externalLink', href}}
      expect(linkProblems(document, new Set()).map(({problem}) => problem)).toEqual(['malformed'])
    },
  )

  it.each(['https://example.com/a?b=c', 'http://www.example.com', 'mailto:li.wei@example.com'])(
    'to another site are sound as %s',
    (href) => {
      expect(linkProblems({_id: 'd', _type: 'page', mark: {_type: 'externalLink', href}}, new Set())).toEqual([])
    },
  )
})

describe('references', () => {
  it('to documents that are missing are found, within text too', () => {
    expect(brokenReferences(page('about', [inText('claim-gone')]), new Set(['page-about']))).toEqual([
      {path: 'blocks[_key=="p"].body.zh[_key=="b"].children[_key=="c"].claim', id: 'claim-gone'},
    ])
  })
})

describe('the pages that show a document', () => {
  const claim = {_id: 'claim-a', _type: 'claim'}
  const module = {
    _id: 'module-a',
    _type: 'productModule',
    product: reference('product-lims'),
    proof: reference('claim-a'),
  }
  const pages = [
    page('about', [{_key: 'c', _type: 'claims', claims: [reference('claim-a')]}]),
    page('story', [inText('claim-a')]),
    page('java', [{_key: 'r', _type: 'relatedModules', modules: [reference('module-a')]}]),
    page('lims', [{_key: 'm', _type: 'moduleMap', product: reference('product-lims')}]),
    page('web', []),
  ]
  const documents: ContentDocument[] = [claim, module, ...pages]
  const routesShowing = (id: string) => pagesShowing(id, documents).map(({route}) => route)

  it('quote it in a block, within text, or through a document that does', () => {
    expect(routesShowing('claim-a')).toEqual(['/about', '/story', '/java'])
  })

  it('list a module in the map of its product', () => {
    expect(routesShowing('module-a')).toEqual(['/java', '/lims'])
  })

  it('include the page itself', () => {
    expect(routesShowing('page-web')).toEqual(['/web'])
  })
})
