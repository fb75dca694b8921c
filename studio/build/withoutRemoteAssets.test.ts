import {expect, test} from 'vitest'
import {stripRemoteAssets} from './withoutRemoteAssets.ts'

test('removes fonts of other hosts, and keeps own fonts and other rules', () => {
  const css =
    'a{color:red}@font-face{font-family:Inter;src:url(https://fonts.example/a.woff2)format("woff2")}@font-face{src:url(/own.woff2)}b{}'
  expect(stripRemoteAssets(css)).toBe('a{color:red}@font-face{src:url(/own.woff2)}b{}')
})

test('removes scripts of other hosts, and keeps own and inline scripts', () => {
  const own = '<script src="/static/a.js" type="module"></script><script>run()</script>'
  const html = `<head><script src="https://example.com/bridge.js" async type="module"></script>\n</head>${own}`
  expect(stripRemoteAssets(html)).toBe(`<head></head>${own}`)
})
