import {expect, test} from 'vitest'
import {type ContentDocument, objectsIn} from '../../sanity/health/contentDocuments.ts'
import fc from '../../tests/support/fastCheck.ts'
import {findPictures, picturesIn, type Replacement, releasesIn, replacePicture} from './pictures.ts'

const older = {
  _id: 'image-a-300x200-png',
  _type: 'sanity.imageAsset',
  _createdAt: '2027-01-01T00:00:00Z',
  size: 5_000_000,
  originalFilename: 'Rig 7.png',
  alternative: {_type: 'localeString', zh: '台架', en: 'A rig'},
}
const newer = {_id: 'image-b-300x200-png', _type: 'sanity.imageAsset', _createdAt: '2027-01-02T00:00:00Z'}
const wide = {_id: 'image-c-900x200-png', _type: 'sanity.imageAsset', _createdAt: '2026-01-02T00:00:00Z'}
const alt = {_type: 'localeString', zh: '试验台', en: 'A bench'}
const image = {_type: 'image', asset: {_type: 'reference', _ref: older._id}, alt}
const page = {
  _id: 'page-about',
  _type: 'page',
  _rev: '1',
  title: {zh: '关于我们', en: 'About us'},
  blocks: [{_type: 'prose', _key: 'a', photo: image}],
}
const path = 'blocks[_key=="a"].photo'

test('lists pictures newest first, with each place that shows them, in whichever state', () => {
  const found = picturesIn([
    older,
    newer,
    page,
    {...page, _id: 'drafts.page-about'},
    {...page, _id: 'versions.r.page-about'},
  ])
  expect(found.map(({id}) => id)).toEqual([newer._id, older._id])
  const words = new Set(['关于我们', '试验台', 'About us', 'A bench'])
  const use = {id: 'page-about', type: 'page', title: '关于我们', path, lacksAlternative: false, words}
  expect(found.map(({uses}) => uses)).toEqual([[], [{...use, states: new Set(['published', 'draft', 'release'])}]])
  expect(found[1]).toMatchObject({width: 300, height: 200, alternative: {zh: '台架', en: 'A rig'}})
})

test('a place in a release alone is known by the release, where its link leads', () => {
  const inRelease = {...page, _id: 'versions.r.page-about'}
  const releaseOf = (...documents: ContentDocument[]) => picturesIn([older, ...documents])[0]?.uses[0]?.release
  expect(releaseOf(inRelease, {...page, blocks: []})).toBe('r')
  expect([releaseOf(page, inRelease), releaseOf(inRelease, page)]).toEqual([undefined, undefined])
})

test.each([
  ['Chinese', {zh: ' ', en: 'A bench'}],
  ['English', {zh: '试验台'}],
])('one state without alternative text in %s is enough to be flagged', (_language, texts) => {
  const blank = {...image, alt: {_type: 'localeString', ...texts}}
  const draft = {...page, _id: 'drafts.page-about', blocks: [{_type: 'prose', _key: 'a', photo: blank}]}
  expect(picturesIn([older, page, draft])[0]?.uses[0]?.lacksAlternative).toBe(true)
  expect(picturesIn([older, page])[0]?.uses[0]?.lacksAlternative).toBe(false)
})

test.each([
  ['rig png', 'all', [older._id]],
  ['台架', 'all', [older._id]],
  ['关于', 'all', [older._id]],
  ['/ABOUT', 'all', [older._id]],
  ['about us', 'all', [older._id]],
  ['试验台', 'all', [older._id]],
  ['a bench', 'all', [older._id]],
  ['rig absent', 'all', []],
  ['', 'unused', [newer._id, wide._id]],
  ['', 'large', [older._id]],
  ['', 'noDefault', [newer._id, wide._id]],
  ['', 'undescribed', []],
] as const)('finds pictures by “%s” among %s', (words, filter, ids) => {
  expect(findPictures(picturesIn([older, newer, wide, page]), words, filter).map(({id}) => id)).toEqual(ids)
})

const [b, a, c] = picturesIn([older, newer, wide])
if (!a || !b || !c) throw new Error('Three pictures are expected')

test('is replaced in drafts and releases where they stand, and for visitors by a draft', () => {
  const other = {...page, _id: 'page-java'}
  const documents = [
    older,
    newer,
    page,
    {...page, _id: 'drafts.page-about'},
    {...page, _id: 'versions.r.page-about'},
    other,
  ]
  const {drafts, patches} = replacePicture(documents, a, b)
  expect(drafts).toEqual([{...other, _id: 'drafts.page-java', _rev: undefined}].map(({_rev, ...draft}) => draft))
  const set = {[`${path}.asset._ref`]: b.id}
  expect(patches).toEqual(
    [
      ['drafts.page-about', '1'],
      ['versions.r.page-about', '1'],
      ['drafts.page-java', undefined],
    ].map(([id, revision]) => ({id, revision, set, unset: []})),
  )
  // Those are locked while they have a date.
  expect(releasesIn({drafts, patches}, ['_.releases.r', '_.releases.s'])).toEqual(['_.releases.r'])
})

test('keeps crop and hotspot only where the proportions are the same, and text unless it is the default', () => {
  const cropped = {...image, crop: {top: 0.1}, hotspot: {x: 0.2}, alt: {_type: 'localeString', zh: '台架', en: 'A rig'}}
  const document = {_id: 'drafts.page-about', _type: 'page', seo: {image: cropped}}
  expect(replacePicture([document], a, b).patches[0]).toMatchObject({unset: []})
  const described = {...c, alternative: {zh: '全景', en: 'A wide view'}}
  expect(replacePicture([document], a, described).patches).toEqual([
    {
      id: 'drafts.page-about',
      revision: undefined,
      set: {
        'seo.image.asset._ref': c.id,
        'seo.image.alt': {_type: 'localeString', zh: '全景', en: 'A wide view'},
      },
      unset: ['seo.image.crop', 'seo.image.hotspot'],
    },
  ])
})

/** Applies a replacement as the content lake does, with whole documents. */
function after(documents: readonly ContentDocument[], {drafts, patches}: Replacement): ContentDocument[] {
  return [...documents, ...drafts].map((document) => {
    const patch = patches.find(({id}) => id === document._id)
    const text = JSON.stringify(document)
    return patch ? JSON.parse(text.replaceAll(`"_ref":"${a?.id}"`, `"_ref":"${b?.id}"`)) : document
  })
}

test('once the drafts are published, no document shows the replaced picture', () => {
  const state = fc.constantFrom('', 'drafts.', 'versions.r.', 'versions.s.')
  const use = fc.constantFrom(image, {...image, asset: {_ref: newer._id}}, undefined)
  const document = fc.record({
    _id: fc.tuple(state, fc.constantFrom('page-about', 'page-java')).map(([before, id]) => before + id),
    _type: fc.constant('page'),
    seo: fc.record({image: use}),
    blocks: fc.array(fc.record({_key: fc.constantFrom('a', 'b', 'c'), photo: use})),
  })
  fc.assert(
    fc.property(fc.uniqueArray(document, {selector: ({_id}) => _id}), (documents) => {
      const result = after(documents, replacePicture(documents, a, b))
      expect(new Set(result.map(({_id}) => _id)).size).toBe(result.length)
      const shown = result.filter(
        ({_id}) => _id.includes('.') || !result.some((other) => other._id === `drafts.${_id}`),
      )
      expect(shown.flatMap((one) => objectsIn(one)).filter(({value}) => value._ref === a.id)).toEqual([])
      // Each changed place is named by its path.
      const {patches} = replacePicture(documents, a, b)
      for (const {set} of patches)
        for (const path of Object.keys(set)) expect(path).toMatch(/(photo|image)\.asset\._ref$/)
    }),
  )
})
