import {expect, test} from 'vitest'
import {requireExternalUrl} from './requireExternalUrl.ts'

test.each([
  'https://www.example.com/h5',
  'https://www.example.com/h5/limsPages/entrust/',
  'http://localhost:3000/h5/about',
  'https://x.cn/h5/en/limsPages/entrust?a=1',
])('%s is a page of the site: refused', (href) => {
  expect(requireExternalUrl(href)).toMatch(/站内链接.*Link to a page/)
})

test.each([
  'https://example.com/',
  'https://example.com/h5x/about',
  'https://example.com/h5/nope',
  'mailto:a@b.cn',
  undefined,
])('%s is accepted', (href) => {
  expect(requireExternalUrl(href)).toBe(true)
})
