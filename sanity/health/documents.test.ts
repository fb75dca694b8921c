import {describe, expect, it} from 'vitest'
import {brokenReferences, type ContentDocument, pagesShowing} from './documents.ts'

const reference = (_ref: string) => ({_type: 'reference', _ref})
const page = (name: string, blocks: unknown[]) => ({_id: `page-${name}`, _type: 'page', route: `/${name}`, blocks})
const inText = (claim: string) => ({
  ...{_key: 'p', _type: 'prose'},
  body: {zh: [{_key: 'b', _type: 'block', children: [{_key: 'c', _type: 'claimReference', claim: reference(claim)}]}]},
})

describe('references', () => {
  it('to missing documents are found, also within text', () => {
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

  it('refer to it in a block, within text, or through another document', () => {
    expect(routesShowing('claim-a')).toEqual(['/about', '/story', '/java'])
  })

  it('include the module map of a module’s product', () => {
    expect(routesShowing('module-a')).toEqual(['/java', '/lims'])
  })

  it('include the page itself', () => {
    expect(routesShowing('page-web')).toEqual(['/web'])
  })
})
