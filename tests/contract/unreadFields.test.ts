import {expect, test} from 'vitest'
import {evaluateSeed} from '@/sanity/querySeed'
import {compileSchema} from '@/sanity/schema/testing/compileSchema'
import {allPagesQuery} from '@/tests/support/allPagesQuery'
import {objectsIn, readSeed, type SeedDocument} from '../support/readSeed.ts'

/** Fields that only the Studio and its checks read, each with its reason. */
const studioOnly: Record<string, string> = {
  'capability.order': 'queries sort by it',
  'claim.expiryDate': 'the publish button refuses an expired claim',
  'claim.owner': 'who answers for the figure',
  'claim.reviewDate': 'when the owner looks at it again',
  'claim.source': 'where the figure comes from',
  'product.order': 'queries sort by it',
  'scenario.order': 'queries sort by it',
}

const locale = {_type: 'localeString', zh: '文', en: 'text'}
const asset = {_type: 'reference', _ref: 'image-a'}
const place = {top: 0, bottom: 0, left: 0, right: 0}
const hotspot = {_type: 'sanity.imageHotspot', x: 0.5, y: 0.5, width: 1, height: 1}

/** Examples that the seed lacks: one more page, with everything that an editor may add. */
const examples: SeedDocument[] = [
  {_id: 'image-a', _type: 'sanity.imageAsset', url: 'https://example.com/a.png', metadata: {lqip: 'data:,'}},
  {
    _id: 'page-example',
    _type: 'page',
    route: '/about',
    middleware: ['embargo'],
    embargoUntil: '2020-01-01',
    seo: {_type: 'seo', title: locale, description: locale, noindex: true, image: {_type: 'image', asset, alt: locale}},
    blocks: [
      ...['decision', 'entrances', 'faq', 'lanes', 'relatedModules', 'roles'].map((_type) => ({
        _type,
        _key: _type,
        intro: locale,
      })),
      {_type: 'trace', _key: 'trace', heading: locale, intro: locale},
      {_type: 'buyerFacts', _key: 'facts', items: [{_type: 'buyerFact', _key: 'a', topic: 'backup', answer: locale}]},
      {
        _type: 'prose',
        _key: 'prose',
        intro: locale,
        body: {
          _type: 'localeBlocks',
          zh: [{_type: 'block', markDefs: [{_type: 'externalLink', _key: 'a', href: 'b'}]}],
        },
        photo: {_type: 'photo', asset, alt: locale, caption: locale, crop: place, hotspot},
      },
    ],
  },
]

/** Fields that the seed leaves empty, by document id. */
const unfilled: Record<string, object> = {
  'scenario-lqm': {formerAnchors: ['old']},
  'claim-defects': {method: locale, sample: locale, measured: '2020-01-01'},
}

const documents = [...readSeed(), ...examples].map((document) => ({
  ...document,
  ...unfilled[document._id],
}))

/** Fields that Sanity adds by itself. */
const sanitysOwn = ['photo.media']

/** Fields in filters of queries: another value would select other documents. */
const kept = /^(_.*|route|anchor)$/

/**
 * Replaces every text and number of the seed by the name of its field, runs the site's queries, and looks for the names
 * in the results.
 */
test('every field of the schema is read by a query, or is listed as the Studio’s own', () => {
  const {marked, fields} = markFields(documents)
  const text = marked.map((document) => JSON.stringify(document)).join('\n')
  const returned = JSON.stringify(evaluateSeed(text, allPagesQuery, {}))
  const unread = [...fields].filter((field) => !returned.includes(`«${field}»`))
  const remedy =
    'Select each in its projection, take it out of the seed if the schema has it no longer, or give the reason in `studioOnly` above.'
  expect(unread.toSorted(), remedy).toEqual(Object.keys(studioOnly).toSorted())
})

function markFields(documents: readonly object[]): {marked: unknown[]; fields: Set<string>} {
  const fields = new Set<string>()
  const mark = (value: unknown, type: string, field: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => mark(item, type, field))
    if (typeof value === 'object' && value !== null) {
      const own = '_type' in value && typeof value._type === 'string' ? value._type : type
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, kept.test(key) ? inner : mark(inner, own, key)]),
      )
    }
    const name = `${type}.${field}`
    if (!type.startsWith('sanity.')) fields.add(name)
    return `«${name}»`
  }
  return {marked: documents.map((document) => mark(document, '', '')), fields}
}

test('every field of the schema has an example here or in the seed, as only those are checked', () => {
  const schema = compileSchema()
  const seen = new Set(
    documents
      .flatMap(objectsIn)
      .flatMap(({_type, ...rest}) => Object.keys(rest).map((field) => `${String(_type)}.${field}`)),
  )
  const own = schema.getLocalTypeNames().flatMap((name) => {
    const type = schema.get(name)
    return type && 'fields' in type ? type.fields.map((field) => `${name}.${field.name}`) : []
  })
  const remedy = 'Give each a value in sanity/seed/data.ndjson, or in `examples` above.'
  expect(own.filter((field) => !seen.has(field)).toSorted(), remedy).toEqual(sanitysOwn)
})
