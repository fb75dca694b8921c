import {expect, test} from 'vitest'
import {leavesTheSite} from './leavesTheSite.ts'

test.each(['https://www.example.com/h5', 'http://localhost:3000/h5/about', 'https://x.cn/h5/en/limsPages/entrust?a=1'])(
  '%s is a page of ours, which is chosen from the list',
  (href) => {
    expect(leavesTheSite(href)).toMatch(/站内链接.*Link to a page/)
  },
)

test.each([
  'https://example.com/',
  'https://example.com/h5x/about',
  'https://example.com/h5/nope',
  'mailto:a@b.cn',
  undefined,
])('%s is not', (href) => {
  expect(leavesTheSite(href)).toBe(true)
})
