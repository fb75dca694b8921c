import {expect, test} from 'vitest'
import {previewedPage} from './previewedPage.ts'

test('a page is known by its URL and by its path, in both languages', () => {
  expect(previewedPage('http://localhost:3000/h5/lims?x=1')).toEqual({locale: 'zh', route: '/lims'})
  expect(previewedPage('/h5/en/limsPages/entrust')).toEqual({locale: 'en', route: '/limsPages/entrust'})
  expect(previewedPage('/h5')).toEqual({locale: 'zh', route: '/'})
  expect(previewedPage('/h5/en')).toEqual({locale: 'en', route: '/'})
})

test('what is no page of the site is none', () => {
  expect(previewedPage(undefined)).toBeUndefined()
  expect(previewedPage('/h5/nope')).toBeUndefined()
  expect(previewedPage('/lims')).toBeUndefined()
})
