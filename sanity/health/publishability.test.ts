import {expect, it} from 'vitest'
import {isObject} from '@/lib/json'
import {readSeed} from '@/tests/support/readSeed'
import {fitToSchema} from '../PublishedDocuments.ts'
import type {ContentDocument} from './contentDocuments.ts'
import {findingMessage} from './findingMessage.ts'
import {publishability} from './publishability.ts'

const now = new Date('2027-01-01T00:00:00Z')
const seed = readSeed()

function documentIn(documents: readonly ContentDocument[], id: string): ContentDocument {
  const document = documents.find(({_id}) => _id === id)
  if (!document) throw new Error(`There is no ${id}`)
  return document
}

/** Checks a draft of a seed document with some fields changed. */
function check(id: string, change: Record<string, unknown>, published: ContentDocument[] = seed) {
  const document = documentIn(published, id)
  const {refusals, warnings, pages} = publishability({...document, ...change, _id: `drafts.${id}`}, published, now)
  const describe = (finding: (typeof refusals)[number]) => [finding.check, finding.document?.id, finding.path].join(' ')
  return {refusals: refusals.map(describe), warnings: warnings.map(describe), pages: pages.map(({route}) => route)}
}

const evidence = {owner: '测试负责人'}

it('a page without findings is published', () => {
  expect(check('page-odoo', {})).toEqual({refusals: [], warnings: [], pages: ['/odoo']})
})

it('a page with a picture that was not uploaded to the end is refused', () => {
  const image = {_type: 'image', _upload: {progress: 2, file: {name: 'bench.png', type: 'image/png'}}}
  const {refusals} = check('page-odoo', {seo: {...Object(documentIn(seed, 'page-odoo').seo), image}})
  expect(refusals).toEqual(['unfinishedUpload page-odoo seo.image'])
})

it('what the site would leave out for its size is refused, with the place: a text, a list, or the document as a whole', () => {
  const paragraph = (length: number, key: string) => ({
    _type: 'block',
    _key: key,
    style: 'normal',
    markDefs: [],
    children: [{_type: 'span', _key: 's', text: '长'.repeat(length), marks: []}],
  })
  const prose = (paragraphs: unknown[]) => {
    const body = {_type: 'localeBlocks', zh: paragraphs, en: [paragraph(1, 'a')]}
    const blocks = [{_type: 'prose', _key: 'new', body}]
    return check('page-odoo', {blocks}).refusals
  }
  const body = 'page-odoo blocks[_key=="new"].body.zh'
  const many = (count: number, length: number) =>
    Array.from({length: count}, (_, index) => paragraph(length, `p${index}`))
  expect(prose([paragraph(20_000, 'a')])).toEqual([])
  expect(prose([paragraph(20_001, 'a')])).toEqual([`longText ${body}[_key=="a"].children[_key=="s"].text`])
  expect(prose(many(500, 1))).toEqual([])
  expect(prose(many(501, 1))).toEqual([`longList ${body}`])
  expect(prose(many(30, 20_000))).toEqual(['largeDocument page-odoo '])
})

it('a document is too large to be published exactly where the site begins to leave something out', () => {
  const page = documentIn(seed, 'page-odoo')
  const withTexts = (length: number) => {
    const points = Array.from({length: 25}, (_, index) => ({
      _type: 'pointItem',
      _key: `p${index}`,
      title: {_type: 'localeString', zh: '点', en: 'Point'},
      text: {_type: 'localeText', zh: '长'.repeat(length), en: 'a'.repeat(length)},
    }))
    return {...page, blocks: [{_type: 'points', _key: 'new', items: points}]}
  }
  const isShownWhole = (length: number) =>
    fitToSchema({...page, _rev: 'a', _updatedAt: '', ...withTexts(length)}).invalidPaths.length === 0
  const isPublished = (length: number) =>
    check('page-odoo', withTexts(length)).refusals.every((line) => !line.startsWith('large'))
  const longest = (isFine: (length: number) => boolean) => {
    let [fine, tooLong] = [0, 20_000]
    while (tooLong - fine > 1) {
      const middle = Math.floor((fine + tooLong) / 2)
      if (isFine(middle)) fine = middle
      else tooLong = middle
    }
    return fine
  }
  expect(longest(isPublished)).toBe(longest(isShownWhole))
})

it('a claim is published once its source and its owner are named, and the pages that quote it are known', () => {
  expect(check('claim-favourableRate', {}).refusals).toEqual(['claimUnproven claim-favourableRate owner'])
  expect(check('claim-favourableRate', evidence)).toEqual({refusals: [], warnings: [], pages: ['/', '/about']})
  expect(check('claim-favourableRate', {...evidence, source: ' '}).refusals).toHaveLength(1)
})

it('a claim is refused whose figure cannot be', () => {
  expect(check('claim-favourableRate', {...evidence, figure: -99}).refusals).toEqual([
    'negativeFigure claim-favourableRate figure',
  ])
})

it('a claim is refused from the day after its expiry date', () => {
  expect(check('claim-defects', {...evidence, expiryDate: '2026-12-31'}).refusals).toEqual([
    'claimExpired claim-defects expiryDate',
  ])
  expect(check('claim-defects', {...evidence, expiryDate: '2027-01-01'}).refusals).toEqual([])
})

it('a claim whose statement contradicts its figure is refused, with the field; a token always agrees', () => {
  expect(check('claim-favourableRate', {...evidence, figure: 97}).refusals).toEqual([])
  const typed = {_type: 'localeText', zh: '{figure} 的好评率。', en: 'A 99% favourable rate.'}
  expect(check('claim-favourableRate', {...evidence, figure: 97, statement: typed}).refusals).toEqual([
    'typedFigure claim-favourableRate statement.en',
  ])
})

it('a scenario is refused a name that another one has or had, unless they shared it before', () => {
  const formerly = seed.map((document) =>
    document._id === 'scenario-lims' ? {...document, formerAnchors: ['lab']} : document,
  )
  expect(check('scenario-lqm', {anchor: 'lims'}).refusals).toEqual(['duplicateAnchor scenario-lqm anchor'])
  expect(check('scenario-lqm', {anchor: 'lab'}, formerly).refusals).toEqual(['duplicateAnchor scenario-lqm anchor'])
  expect(check('scenario-lqm', {anchor: 'lqm2', formerAnchors: ['lqm']}, formerly).refusals).toEqual([])
  const shared = seed.map((document) => (document._id === 'scenario-evms' ? {...document, anchor: 'lqm'} : document))
  expect(check('scenario-lqm', {}, shared).refusals).toEqual([])
  expect(check('scenario-lqm', {anchor: 'advp'}, shared).refusals).toEqual(['duplicateAnchor scenario-lqm anchor'])
})

it('missing English is a warning with the path of the text', () => {
  const title = {_type: 'localeString', zh: '只有中文'}
  expect(check('page-odoo', {title})).toMatchObject({refusals: [], warnings: ['missingEnglish page-odoo title']})
})

it('quoting an expired claim is a warning: other corrections of the page can still be published', () => {
  const published = seed.map((document) =>
    document._id === 'claim-favourableRate' ? {...document, ...evidence, expiryDate: '2026-06-01'} : document,
  )
  const {refusals, warnings} = check('page-about', {}, published)
  expect(refusals).toEqual([])
  expect(warnings).toContainEqual(expect.stringMatching(/^quotesExpiredClaim page-about blocks/))
})

it('taking away a section to which other pages link is a warning, and moving it is none', () => {
  const link = {_type: 'link', _key: 'l', label: {zh: '看', en: 'Read'}, route: '/maixun', section: '/maixun#faq1'}
  const linked = seed.map((document) => (document._id === 'page-ui' ? {...document, actions: [link]} : document))
  const blocks: unknown = linked.find(({_id}) => _id === 'page-maixun')?.blocks
  const list: {_key: string}[] = Array.isArray(blocks) ? blocks : []
  const lost = (kept: unknown[]) =>
    check('page-maixun', {blocks: kept}, linked).warnings.filter((line) => line.startsWith('unknownSection'))
  expect(lost(list.toReversed())).toEqual([])
  expect(lost(list.filter(({_key}) => _key !== 'faq1'))).toContain('unknownSection page-ui actions[_key=="l"].section')
  // Nor is what another change took away before.
  const broken = linked.map((document) => (document._id === 'page-maixun' ? {...document, blocks: []} : document))
  expect(check('page-java', {}, broken).warnings).toEqual([])
})

it('a page with a block that the site would leave out is refused', () => {
  const broken = {_key: 'x', _type: 'rules', items: 'not a list'}
  const blocks = seed.find(({_id}) => _id === 'page-net')?.blocks
  const all = [...(Array.isArray(blocks) ? blocks : []), broken]
  expect(check('page-net', {blocks: all}).refusals).toEqual(['rejectedBlock page-net blocks[_key=="x"]'])
})

it('a product that would break blocks of other pages is refused, with those pages', () => {
  const {refusals} = check('product-lims', {code: undefined})
  expect(refusals).toContainEqual(expect.stringMatching(/^rejectedBlock page-home /))
  expect(refusals).toContainEqual(expect.stringMatching(/^rejectedBlock page-lims /))
})

it('a scenario that the demo would leave out is refused, and so is a product that would break it', () => {
  const subject = {_type: 'localeString', en: 'Order EX-001'}
  expect(check('scenario-lqm', {subject}).refusals).toContain('rejectedScenario scenario-lqm ')
  expect(check('product-lqm', {code: undefined}).refusals).toContain('rejectedScenario scenario-lqm ')
})

/** The scenario of whose step a block asks, `asked` counted from zero, with other steps. */
function checkSteps(change: (steps: unknown[], asked: number) => unknown[]) {
  const {blocks} = documentIn(seed, 'page-lqm')
  const block = (Array.isArray(blocks) ? blocks : []).find(({_key}) => _key === 'decision1')
  const {steps} = documentIn(seed, 'scenario-lqm')
  return check('scenario-lqm', {steps: change(Array.isArray(steps) ? steps : [], block.demo.step - 1)})
}

it('a scenario that takes away the step of which a page asks is refused, with that page', () => {
  const {refusals} = checkSteps((steps, asked) => steps.slice(0, asked))
  expect(refusals).toEqual(['rejectedBlock page-lqm blocks[_key=="decision1"]'])
})

it('a scenario with another question in the place of one that a page asks is published with a warning', () => {
  const {refusals, warnings} = checkSteps((steps, asked) =>
    steps.map((step, index) => (index === asked && isObject(step) ? {...step, _key: 'another'} : step)),
  )
  expect(refusals).toEqual([])
  expect(warnings).toContain('movedStep page-lqm blocks[_key=="decision1"].demo.step')
  expect(checkSteps((steps) => steps).warnings).toEqual([])
})

it('a scenario that a placeholder takes out of the demo is published with a warning for each page that leads to it', () => {
  const subject = {_type: 'localeString', zh: '【待填】', en: 'Order EX-001'}
  const moved = (change: Record<string, unknown>, published?: ContentDocument[]) =>
    check('scenario-lqm', change, published).warnings.filter((line) => line.startsWith('movedStep'))
  const asked = 'movedStep page-lqm blocks[_key=="decision1"].demo.step'
  expect(moved({subject})).toContain(asked)
  // The pages have lost it already: only a step that another takes the place of is news.
  const {steps, subject: complete} = documentIn(seed, 'scenario-lqm')
  const lost = seed.map((one) => (one._id === 'scenario-lqm' ? {...one, subject} : one))
  expect(moved({}, lost)).toEqual([])
  expect(moved({subject: complete}, lost)).toEqual([])
  const reversed = Array.isArray(steps) ? steps.toReversed() : []
  expect(moved({subject: complete, steps: reversed}, lost)).toContain(asked)
  const product = check('product-lqm', {code: '【待填】'}).warnings
  expect(product).toContain(asked)
})

it('a document is not refused for a block that was broken before', () => {
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
  expect(check('product-lims', {hue: 'teal'}, published).refusals).toEqual([])
})

const embargo = {middleware: ['embargo'], embargoUntil: '2027-02-01T09:00:00Z'}

it('a page that visitors see is taken offline only after a question, with the time and the links that lead to it', () => {
  const hide = (published: ContentDocument[]) =>
    publishability({...documentIn(published, 'page-demo'), ...embargo, _id: 'drafts.page-demo'}, published, now)
  const {refusals, warnings} = hide(seed)
  expect(refusals).toEqual([])
  const [finding, ...others] = warnings.filter(({check}) => check === 'hidesPage')
  expect([finding?.path, others]).toEqual(['embargoUntil', []])
  const [until, links] = finding?.detail?.split(' ') ?? []
  expect(until).toBe(embargo.embargoUntil)
  expect(Number(links)).toBeGreaterThan(30)
  expect(finding && findingMessage(finding, 'zh')).toMatch(
    /^发布后，访客打开这一页看到的是“找不到这个页面”，到 2027年2月1日/,
  )
  const hidden = seed.map((document) => (document._id === 'page-demo' ? {...document, ...embargo} : document))
  expect(hide(hidden).warnings.filter(({check}) => check === 'hidesPage')).toEqual([])
})

it('no page is taken offline that every page leads to', () => {
  for (const id of ['page-home', 'page-contact', 'page-privacy']) {
    expect(check(id, embargo).refusals).toEqual([`neededPage ${id} middleware`])
    expect(check(id, {...embargo, embargoUntil: '2026-01-01T00:00:00Z'}).refusals).toEqual([])
  }
  expect(check('page-demo', embargo).refusals).toEqual([])
})

it('a picture that replaces the published one is a warning for each language whose alternative text stayed', () => {
  const photo = (asset: string, zh: string, en: string) => ({
    seo: {_type: 'seo', image: {_type: 'image', asset: {_ref: asset}, alt: {_type: 'localeString', zh, en}}},
  })
  const published = seed.map((document) =>
    document._id === 'page-odoo' ? {...document, ...photo('image-a', '试验台', 'A bench')} : document,
  )
  const warnings = (zh: string, en: string, asset = 'image-b') =>
    check('page-odoo', photo(asset, zh, en), published).warnings.filter((warning) => /^kept/.test(warning))
  expect(warnings('试验台', 'A bench')).toEqual([
    'keptAlternative page-odoo seo.image.alt.zh',
    'keptAlternative page-odoo seo.image.alt.en',
  ])
  expect(warnings('控制室', 'A bench')).toEqual(['keptAlternative page-odoo seo.image.alt.en'])
  expect(warnings('控制室', '')).toEqual([])
  expect(warnings('试验台', 'A bench', 'image-a')).toEqual([])
  expect(check('page-odoo', photo('image-b', '试验台', 'A bench')).warnings).toEqual([])
})
