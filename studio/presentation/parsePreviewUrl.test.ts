import {expect, test} from 'vitest'
import {parsePreviewUrl} from './parsePreviewUrl.ts'

test('parses URLs and paths, in both languages', () => {
  expect(parsePreviewUrl('http://localhost:3000/h5/lims?x=1')).toEqual({locale: 'zh', route: '/lims'})
  expect(parsePreviewUrl('/h5/en/limsPages/entrust')).toEqual({locale: 'en', route: '/limsPages/entrust'})
  expect(parsePreviewUrl('/h5')).toEqual({locale: 'zh', route: '/'})
  expect(parsePreviewUrl('/h5/en')).toEqual({locale: 'en', route: '/'})
})

test('parses the page that the preview opens first, from the URL that begins draft mode there', () => {
  const first =
    'http://localhost:3000/h5/api/draft-mode/enable?sanity-preview-secret=x&sanity-preview-pathname=%2Fh5%2Fen%2Flims%3Fx%3D1'
  expect(parsePreviewUrl(first)).toEqual({locale: 'en', route: '/lims'})
})

test('returns undefined for other URLs', () => {
  expect(parsePreviewUrl(undefined)).toBeUndefined()
  expect(parsePreviewUrl('/h5/nope')).toBeUndefined()
  expect(parsePreviewUrl('/lims')).toBeUndefined()
  expect(parsePreviewUrl('http://[')).toBeUndefined()
  expect(parsePreviewUrl('/h5/api/draft-mode/enable?sanity-preview-pathname=http://[')).toBeUndefined()
})
