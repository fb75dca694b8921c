import {expect, test} from 'vitest'
import {mediaUse} from './mediaUse.ts'

const older = {_id: 'image-a-1x1-png', _type: 'sanity.imageAsset', _createdAt: '2027-01-01T00:00:00Z'}
const newer = {_id: 'image-b-1x1-png', _type: 'sanity.imageAsset', _createdAt: '2027-01-02T00:00:00Z'}
const image = {_type: 'image', asset: {_type: 'reference', _ref: older._id}}
const alt = {_type: 'localeString', zh: '试验台'}

test('lists pictures newest first, with the documents that use them; a draft and its published document count once', () => {
  const block = {_type: 'picture', _key: 'a', image: {...image, alt}}
  const page = {_id: 'page-about', _type: 'page', blocks: [block]}
  const found = mediaUse([older, newer, page, {...page, _id: 'drafts.page-about'}])
  expect(found.map(({asset}) => asset._id)).toEqual([newer._id, older._id])
  expect(found.map(({users}) => users)).toEqual([[], [{id: 'page-about', type: 'page'}]])
  expect(found.some(({lacksAlternative}) => lacksAlternative)).toBe(false)
})

test('one use without alternative text is enough to be flagged', () => {
  const described = {_id: 'page-about', _type: 'page', seo: {image: {...image, alt}}}
  const undescribed = {_id: 'page-demo', _type: 'page', seo: {image: {...image, alt: {_type: 'localeString', zh: ' '}}}}
  expect(mediaUse([older, described, undescribed])[0]?.lacksAlternative).toBe(true)
})
