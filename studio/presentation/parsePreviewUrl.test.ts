import {expect, test} from 'vitest'
import {parsePreviewUrl} from './parsePreviewUrl.ts'

test('parses URLs and paths, in both languages', () => {
  expect(parsePreviewUrl('http://localhost:3000/h5/lims?x=1')).toEqual({locale: 'zh', route: '/lims'})
  expect(parsePreviewUrl('/h5/en/limsPages/entrust')).toEqual({locale: 'en', route: '/limsPages/entrust'})
  expect(parsePreviewUrl('/h5')).toEqual({locale: 'zh', route: '/'})
  expect(parsePreviewUrl('/h5/en')).toEqual({locale: 'en', route: '/'})
})

test('returns undefined for other URLs', () => {
  expect(parsePreviewUrl(undefined)).toBeUndefined()
  expect(parsePreviewUrl('/h5/nope')).toBeUndefined()
  expect(parsePreviewUrl('/lims')).toBeUndefined()
})
