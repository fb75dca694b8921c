import {describe, expect, it} from 'vitest'
import {allPagesQuery} from '@/tests/support/allPagesQuery'
import {readSeed} from '@/tests/support/readSeed'
import {evaluateSeed} from '../querySeed.ts'
import {dependencies} from '../Snapshot.ts'
import {brokenReferences, type ContentDocument, documentTitle, pagesShowing} from './contentDocuments.ts'

const reference = (_ref: string) => ({_type: 'reference', _ref})
const page = (name: string, blocks: unknown[]) => ({_id: `page-${name}`, _type: 'page', route: `/${name}`, blocks})
const inText = (claim: string) => ({
  _key: 'p',
  _type: 'prose',
  body: {zh: [{_key: 'b', _type: 'block', children: [{_key: 'c', _type: 'claimReference', claim: reference(claim)}]}]},
})

describe('references', () => {
  it('to missing documents are found, also within text', () => {
    expect(brokenReferences(page('about', [inText('claim-gone')]), new Set(['page-about']))).toEqual([
      {path: 'blocks[_key=="p"].body.zh[_key=="b"].children[_key=="c"].claim', id: 'claim-gone'},
    ])
  })
})

it.each([
  ['in its language', 'en', {zh: '关于', en: 'About'}, 'About'],
  ['in Chinese where the English is blank', 'en', {zh: '关于', en: ' '}, '关于'],
  ['in English where the Chinese is missing', 'zh', {en: 'About'}, 'About'],
  ['by its id without any', 'zh', {zh: ' '}, 'page-about'],
] as const)('a document is called %s', (_what, locale, title, name) => {
  expect(documentTitle({_id: 'page-about', _type: 'page', title}, locale)).toBe(name)
})

describe('the pages that show a document', () => {
  const module = {_id: 'module-a', _type: 'productModule', product: reference('product-lims')}
  const pages = [
    page('about', [{_key: 'c', _type: 'claims', claims: [reference('claim-a')]}]),
    page('story', [inText('claim-a')]),
    page('java', [{_key: 'r', _type: 'relatedModules', modules: [reference('module-a')]}]),
    page('lims', [{_key: 'm', _type: 'moduleMap', product: reference('product-lims')}]),
    page('demo', []),
    page('web', []),
  ]
  const scenario = {_id: 'scenario-a', _type: 'scenario', steps: [{_key: 's', role: reference('role-a')}]}
  const documents: ContentDocument[] = [module, scenario, ...pages]
  const routesShowing = (id: string) => pagesShowing(id, documents).map(({route}) => route)

  it('refer to it in a block or within text', () => {
    expect(routesShowing('claim-a')).toEqual(['/about', '/story'])
  })

  it('include lists of all modules of a product', () => {
    expect(routesShowing('module-a')).toEqual(['/java', '/lims'])
  })

  it('include those that show a module of a product', () => {
    expect(routesShowing('product-lims')).toEqual(['/java', '/lims'])
  })

  it('are the demo for scenarios and all that they show', () => {
    expect(['scenario-a', 'role-a'].map(routesShowing)).toEqual([['/demo'], ['/demo']])
  })

  it('include the page itself', () => {
    expect(routesShowing('page-web')).toEqual(['/web'])
  })

  it('are those whose query reads it, for each document of the seed', () => {
    const seed = readSeed()
    const lines = seed.map((document) => JSON.stringify(document)).join('\n')
    const {pages: rendered} = evaluateSeed<{pages: ContentDocument[]}>(lines, allPagesQuery, {})
    const read = new Map(rendered.map((found) => [found._id, dependencies(found).map(({id}) => id)]))
    const everywhere = ['page', 'siteSettings', 'navigation']
    for (const {_id} of seed.filter(({_type}) => !everywhere.includes(_type))) {
      const reading = [...read].filter(([, ids]) => ids.includes(_id)).map(([id]) => id)
      expect([
        _id,
        pagesShowing(_id, seed)
          .map((found) => found._id)
          .sort(),
      ]).toEqual([_id, reading.sort()])
    }
  })
})
