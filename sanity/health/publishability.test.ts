import {expect, it} from 'vitest'
import {readSeed} from '@/tests/support/readSeed'
import type {ContentDocument} from './documents.ts'
import {publishability} from './publishability.ts'

const now = new Date('2027-01-01T00:00:00Z')
const seed = readSeed()

/** Judges a draft of a document of the seed with some fields changed. */
function judge(id: string, change: Record<string, unknown>, published: ContentDocument[] = seed) {
  const document = published.find(({_id}) => _id === id)
  if (!document) throw new Error(`There is no ${id}`)
  const {refusals, warnings, pages} = publishability({...document, ...change, _id: `drafts.${id}`}, published, now)
  const name = ({check, document: about, path}: (typeof refusals)[number]) => [check, about?.id, path].join(' ')
  return {refusals: refusals.map(name), warnings: warnings.map(name), pages: pages.map(({route}) => route)}
}

const proven = {owner: '测试负责人'}

it('a sound page is published without a word', () => {
  expect(judge('page-odoo', {})).toEqual({refusals: [], warnings: [], pages: ['/odoo']})
})

it('a claim is published once its source and its owner are named, and the pages that quote it are known', () => {
  expect(judge('claim-favourableRate', {}).refusals).toEqual(['claimUnproven claim-favourableRate owner'])
  expect(judge('claim-favourableRate', proven)).toEqual({refusals: [], warnings: [], pages: ['/about', '/']})
  expect(judge('claim-favourableRate', {...proven, source: ' '}).refusals).toHaveLength(1)
})

it('an expired claim is refused, one on its last day is not', () => {
  expect(judge('claim-defects', {...proven, expiryDate: '2026-12-31'}).refusals).toEqual([
    'claimExpired claim-defects expiryDate',
  ])
  expect(judge('claim-defects', {...proven, expiryDate: '2027-01-01'}).refusals).toEqual([])
})

it('a claim whose sentence would contradict its figure is refused, with the field; the token follows by itself', () => {
  expect(judge('claim-favourableRate', {...proven, figure: 97}).refusals).toEqual([])
  const typed = {_type: 'localeText', zh: '{figure} 的好评率。', en: 'A 99% favourable rate.'}
  expect(judge('claim-favourableRate', {...proven, figure: 97, statement: typed}).refusals).toEqual([
    'typedFigure claim-favourableRate statement.en',
  ])
})

it('a scenario is refused a name that another has or had, and not for one that it shared before', () => {
  const formerly = seed.map((document) =>
    document._id === 'scenario-lims' ? {...document, formerAnchors: ['lab']} : document,
  )
  expect(judge('scenario-lqm', {anchor: 'lims'}).refusals).toEqual(['duplicateAnchor scenario-lqm anchor'])
  expect(judge('scenario-lqm', {anchor: 'lab'}, formerly).refusals).toEqual(['duplicateAnchor scenario-lqm anchor'])
  expect(judge('scenario-lqm', {anchor: 'lqm2', formerAnchors: ['lqm']}, formerly).refusals).toEqual([])
  const shared = seed.map((document) => (document._id === 'scenario-evms' ? {...document, anchor: 'lqm'} : document))
  expect(judge('scenario-lqm', {}, shared).refusals).toEqual([])
  expect(judge('scenario-lqm', {anchor: 'advp'}, shared).refusals).toEqual(['duplicateAnchor scenario-lqm anchor'])
})

it('a page without English is a warning that names the text', () => {
  const title = {_type: 'localeString', zh: '只有中文'}
  expect(judge('page-odoo', {title})).toMatchObject({refusals: [], warnings: ['missingEnglish page-odoo title']})
})

it('a page that quotes an expired claim is a warning: the sentence beside it can still be put right', () => {
  const published = seed.map((document) =>
    document._id === 'claim-favourableRate' ? {...document, ...proven, expiryDate: '2026-06-01'} : document,
  )
  const {refusals, warnings} = judge('page-about', {}, published)
  expect(refusals).toEqual([])
  expect(warnings).toContainEqual(expect.stringMatching(/^quotesExpiredClaim page-about blocks/))
})

it('a page with a block that the site would leave out is refused', () => {
  const broken = {_key: 'x', _type: 'rules', items: 'not a list'}
  const blocks = seed.find(({_id}) => _id === 'page-net')?.blocks
  const all = [...(Array.isArray(blocks) ? blocks : []), broken]
  expect(judge('page-net', {blocks: all}).refusals).toEqual(['rejectedBlock page-net blocks[_key=="x"]'])
})

it('a product is refused that would break blocks of other pages, which are named', () => {
  const {refusals} = judge('product-lims', {code: undefined})
  expect(refusals).toContainEqual(expect.stringMatching(/^rejectedBlock page-home /))
  expect(refusals).toContainEqual(expect.stringMatching(/^rejectedBlock page-lims /))
})

it('a document is not refused for a block that was broken before it', () => {
  const published = seed.map((document) =>
    document._id === 'page-home'
      ? {
          ...document,
          blocks: [
            {_key: 'x', _type: 'productGrid', products: []},
            {_key: 'y', _type: 'nonsense'},
          ],
        }
      : document,
  )
  expect(judge('product-lims', {hue: 'teal'}, published).refusals).toEqual([])
})
