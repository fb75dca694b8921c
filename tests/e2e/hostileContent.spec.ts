import {expect, test} from '@playwright/test'
import {JSDOM} from 'jsdom'
import {inlineScripts, isKnownScript} from '../../server/http/contentSecurityPolicy.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {executableIn, hostileBlocks, hostileMarkup, storedBlock} from '../support/hostileBlocks.ts'
import {textOf} from '../support/siteUrls.ts'

const paths = ['/h5/net', '/h5/en/net']

test('forty hostile values, a title and a description among them, break no page and run nowhere', async ({
  page,
  request,
}) => {
  const {title, description, seo, blocks} = await content.fetch(
    '*[_id == "page-net"][0]{title, description, seo, blocks}',
  )
  const both = {_type: 'localeString', zh: `恶意 ${hostileMarkup}`, en: `Hostile ${hostileMarkup}`}
  try {
    await publishEdit('page-net', {
      title: both,
      description: {...both, _type: 'localeText'},
      seo: {title: both, description: {...both, _type: 'localeText'}},
      blocks: [...hostileBlocks.map(storedBlock), ...blocks],
    })
    for (const path of paths) {
      await expect.poll(async () => (await request.get(path)).text()).toContain('data-hostile')
      const response = await request.get(path)
      const html = await response.text()
      expect(response.status()).toBe(200)
      const {document} = new JSDOM(html).window
      expect(executableIn(document)).toEqual([])
      expect(inlineScripts(html).filter((script) => !isKnownScript(script))).toEqual([])
      const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(({textContent}) =>
        JSON.parse(textContent ?? ''),
      )
      expect(JSON.stringify(data)).toContain(JSON.stringify(hostileMarkup).slice(1, -1))
      // The page’s own blocks follow those of the attacker.
      for (const {heading} of blocks.filter((block: {_type: string}) => block._type === 'rules')) {
        expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain(
          path.includes('/en/') ? heading.en : heading.zh,
        )
      }
    }
    const payload = () => request.get('/h5/payloads/en/net.json')
    // Rendered together with the pages, but not before them.
    await expect.poll(async () => (await (await payload()).json()).page.title).toBe(both.en)
    expect((await payload()).headers()).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    })
    for (const path of ['/h5/sitemap.xml', '/h5/payloads/manifest.json']) {
      const response = await request.get(path)
      expect([response.status(), (await response.text()).includes('hostile')]).toEqual([200, false])
    }
    const picture = await request.get('/h5/shareImages/en/net.png')
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])

    const complaints: string[] = []
    page.on('pageerror', ({message}) => complaints.push(message))
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
    })
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
    })
    await page.goto('/h5/en/net', {waitUntil: 'networkidle'})
    await expect(page.getByRole('heading', {level: 1})).toContainText('Hostile </title>')
    expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
    expect(complaints).toEqual([])
  } finally {
    await publishEdit('page-net', {title, description, blocks, ...(seo && {seo})}, seo ? [] : ['seo'])
  }
  await expect.poll(async () => (await request.get('/h5/en/net')).text()).not.toContain('Hostile')
})

test('a navigation and settings of the wrong kinds hold up no publish of any page', async ({request}) => {
  const kinds = [null, 1, 'x', [[]], {}]
  const {menu, footer} = await content.fetch('*[_id == "navigation"][0]{menu, footer}')
  const {siteName, phone} = await content.fetch('*[_id == "siteSettings"][0]{siteName, phone}')
  const {title} = await content.fetch('*[_id == "page-test"][0]{title}')
  const heading = async () => textOf(await (await request.get('/h5/test')).text(), 'h1')
  try {
    await publishEdit('navigation', {menu: [...kinds, ...menu], footer: kinds})
    await publishEdit('siteSettings', {siteName: kinds, phone: {_type: 'localeString', zh: 1}})
    await publishEdit('page-test', {'title.zh': '导航坏了也能发布'})
    await expect.poll(heading).toBe('导航坏了也能发布')
    // What is left of the menu is still there.
    expect(await (await request.get('/h5/test')).text()).toContain('id="menu-lims"')
  } finally {
    const unset = phone === null ? ['phone'] : []
    await publishEdit('siteSettings', {siteName, ...(phone !== null && {phone})}, unset)
    await publishEdit('navigation', {menu, footer})
    await publishEdit('page-test', {title})
  }
  await expect.poll(heading).toBe(title.zh)
})
