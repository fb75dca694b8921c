import {describe, expect, it} from 'vitest'
import {lightMark, lightMarkOf} from '@/lib/pageMode.ts'
import {withoutNextScripts} from './lightPage.ts'

const siteModule = '<script type="module" async="" src="/h5/_next/static/media/site.bundle.2q1b7bbx.js"></script>'
const formModule = '<script type="module" src="/h5/_next/static/media/attachForm.bundle.0a1b.js"></script>'
const stylesheet = '<link rel="stylesheet" href="/h5/_next/static/chunks/1kajgye0.css" data-precedence="next"/>'
const fontPreload =
  '<link rel="preload" as="font" href="/h5/_next/static/media/sans.woff2" crossorigin="" type="font/woff2"/>'
const structuredData =
  '<script type="application/ld+json">{"@context":"https://schema.org","name":"a \\u003c b"}</script>'

/** A page as Next writes it, with `inserted` at the end of its content. */
const nextPage = (inserted = '') =>
  [
    `<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/>${stylesheet}${fontPreload}`,
    '<link rel="preload" as="script" fetchPriority="low" href="/h5/_next/static/chunks/2oagqegl.js"/>',
    '<link rel="modulepreload" as="script" href="/h5/_next/static/chunks/3abc.js"/>',
    '<script src="/h5/_next/static/chunks/13u0qjxm.js" async=""></script>',
    `<script src="/h5/_next/static/chunks/turbopack-09st.js" async=""></script>${siteModule}`,
    `${lightMark}<title>About us</title><script src="/h5/_next/static/chunks/0cz1d0mv.js" noModule=""></script></head>`,
    `<body><div id="page"><main><h1>About us</h1><p>We write &lt;script&gt; ourselves.</p></main>${structuredData}${formModule}`,
    `${inserted}</div>`,
    '<script id="_R_">(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/2oag.js"],"runtimeModuleIds":[12]});</script>',
    '<script src="/h5/_next/static/chunks/2oagqegl.js" async=""></script>',
    '<script>(self.__next_f=self.__next_f||[]).push([0])</script>',
    '<script>self.__next_f.push([1,"0:{\\"P\\":null,\\"t\\":\\"\\u003cscript\\u003e\\"}\\n"])</script></body></html>',
  ].join('')

const lightPage = [
  `<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/>${stylesheet}${fontPreload}${siteModule}`,
  `${lightMarkOf('build-1')}<title>About us</title></head>`,
  `<body><div id="page"><main><h1>About us</h1><p>We write &lt;script&gt; ourselves.</p></main>${structuredData}${formModule}`,
  '</div></body></html>',
].join('')

describe('a light page', () => {
  it('is served without Next’s scripts, their preloads and data, and with all the rest', () => {
    expect(withoutNextScripts(nextPage(), 'build-1')).toBe(lightPage)
  })

  it('is the same when it is served a second time', () => {
    expect(withoutNextScripts(lightPage, 'build-1')).toBe(lightPage)
  })

  it.each([
    '<script>alert(1)</script>',
    '<script></script>',
    '<script src="https://other.example/tracker.js" async=""></script>',
    '<script src="/h5/legacy.js"></script>',
    '<script data-src="/h5/_next/static/chunks/1.js">alert(1)</script>',
    '<script data-type="module">alert(1)</script>',
    '<script type="module">alert(1)</script>',
    '<script type="module" src="https://other.example/module.js"></script>',
    '<script type="speculationrules">{"prefetch":[]}</script>',
    '<script>self.__next_f.push([1,"a"]);alert(1)</script>',
    '<script>self.__next_f.push([2,"a"])</script>',
  ])('with a script of unknown shape keeps all scripts, and only loses its mark: %s', (script) => {
    const page = nextPage(script)
    expect(withoutNextScripts(page, 'build-1')).toBe(page.replace(lightMark, ''))
  })

  it('keeps all scripts where the build is not known, and loses its mark', () => {
    expect(withoutNextScripts(nextPage(), undefined)).toBe(nextPage().replace(lightMark, ''))
  })
})

it.each([
  ['a whole page', ''],
  ['a preview', '<meta name="page-mode" content="draft"/>'],
])('%s is served as it is', (_, mark) => {
  const page = nextPage().replace(lightMark, mark)
  expect(withoutNextScripts(page, 'build-1')).toBe(page)
  expect(withoutNextScripts(page, undefined)).toBe(page)
})
