import {createClient} from '@sanity/client'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {imageUrlOf} from './SeoInput.tsx'

vi.mock('sanity', () => ({}))

const client = createClient({projectId: 'p', dataset: 'd', useCdn: false, apiVersion: '1', apiHost: 'http://lake'})

beforeEach(() => void vi.stubGlobal('__CONTENT_SOURCE__', {embedded: true}))
afterEach(() => void vi.unstubAllGlobals())

test('the preview of a shared link cuts the picture as the site does: within the crop, around the hotspot', () => {
  const asset = {_ref: 'image-abc-2000x2000-jpg'}
  const crop = {_type: 'sanity.imageCrop', top: 0.5, bottom: 0, left: 0, right: 0}
  expect(imageUrlOf(client, {asset, crop, hotspot: {x: 0.5, y: 1, width: 0.1, height: 0.1}})).toBe(
    'http://lake/images/p/d/abc-2000x2000.jpg?rect=48,1000,1904,1000&w=1200&fit=max',
  )
  expect(imageUrlOf(client, {asset})).toContain('?rect=0,475,2000,1050&')
  expect(imageUrlOf(client, {})).toBeUndefined()
})
