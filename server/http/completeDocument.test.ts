import {JSDOM} from 'jsdom'
import {describe, expect, it} from 'vitest'
import {SiteError} from '../../lib/errors.ts'
import {localizeErrorDocument} from './completeDocument.ts'

/** A document as Next sends it for a page that failed with this digest. */
const shellOf = (digest = '1638210') =>
  `<!DOCTYPE html><html id="__next_error__"><head><meta charSet="utf-8"/></head><body><script>self.__next_f.push([1,":HL[\\"/h5/_next/static/chunks/a.css\\",\\"style\\"]\\n7:E{\\"digest\\":\\"${digest}\\"}"])</script></body></html>`

/** The text that a visitor without JavaScript reads. */
function read(html: string) {
  const {document} = new JSDOM(html).window
  return {
    language: document.documentElement.lang,
    title: document.title,
    heading: document.querySelector('h1')?.textContent,
    link: document.querySelector('main a')?.getAttribute('href'),
    style: document.querySelector('link[rel=stylesheet]')?.getAttribute('href'),
  }
}

describe('the document of an error', () => {
  it('says in the language of its address that there is no such page', () => {
    const facts = {link: '/h5', style: '/h5/_next/static/chunks/a.css', language: 'zh-CN'}
    const chinese = localizeErrorDocument(shellOf(), {path: '/h5/odoo', status: 404})
    expect(read(chinese)).toEqual({...facts, title: '找不到这个页面', heading: '找不到这个页面'})
    expect(read(localizeErrorDocument(shellOf(), {path: '/h5/en/odoo', status: 404}))).toEqual({
      ...facts,
      language: 'en',
      title: 'This page could not be found',
      heading: 'This page could not be found',
      link: '/h5/en',
    })
  })

  it('says what the server’s error was, and no more than “Error” of any other', () => {
    const {digest} = SiteError.unknownMiddleware('auth')
    const headingOf = (html: string) => read(localizeErrorDocument(html, {path: '/h5/en/odoo', status: 500})).heading
    expect(headingOf(shellOf(digest))).toBe('Unknown middleware auth')
    expect(headingOf(shellOf())).toBe('Error')
  })

  it('takes a name for text, whatever it is', () => {
    const {digest} = SiteError.unknownMiddleware('<img src=x onerror=alert(1)>$&')
    const html = localizeErrorDocument(shellOf(digest), {path: '/h5/odoo', status: 500})
    expect(html.replace(/<script>.*?<\/script>/, '')).not.toContain('<img')
    expect(read(html).heading).toBe('未知的中间件 <img src=x onerror=alert(1)>$&')
  })

  it('stays as it is where it has words of its own', () => {
    const page = '<!DOCTYPE html><html lang="en"><body><h1>This page could not be found</h1></body></html>'
    expect(localizeErrorDocument(page, {path: '/h5/en/nope', status: 404})).toBe(page)
  })
})
