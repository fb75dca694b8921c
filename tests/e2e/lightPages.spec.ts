import {expect, test} from '@playwright/test'
import {homeLink} from '../support/headerLinks.ts'
import {readPages} from '../support/readPages.ts'
import {startBuiltSite} from '../support/startBuiltSite.ts'
import {testEnvironment, testProduct} from '../support/testProduct.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

const ofNext = /\/_next\/static\/chunks\/[^"]+\.js|__next_f/

test('all pages come without Next’s scripts, data and preloads, with one module', async ({request}) => {
  for (const {path, html, document} of await readPages(request)) {
    const modules = document.querySelectorAll('script[type="module"]')
    expect(modules, path).toHaveLength(1)
    expect(html, path).not.toMatch(ofNext)
    expect(document.querySelector('meta[name="page-mode"]')?.getAttribute('content'), path).toBe('light')
    expect(document.querySelectorAll('link[rel="preload"][as="script"]'), path).toHaveLength(0)
  }
})

test('LIGHT_PAGES=off serves every page whole, from the same build, and links work', {tag: '@long'}, async ({page}) => {
  const port = testProduct.sitePort + 10
  const site = await startBuiltSite({
    ...process.env,
    ...testEnvironment(),
    PORT: String(port),
    NEXT_PUBLIC_SANITY_API_HOST: testProduct.studioUrl,
    LIGHT_PAGES: 'off',
    NODE_ENV: 'production',
  })
  try {
    const {request} = page
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') violations.push(message.text())
    })
    const html = await (await request.get(`http://localhost:${port}/h5/en/about`)).text()
    expect(ofNext.test(html)).toBe(true)
    expect(html.includes('<meta name="page-mode"')).toBe(false)
    await page.goto(`http://localhost:${port}/h5/en/about`)
    await untilInteractive(page)
    await homeLink(page).click()
    await expect(page).toHaveURL(/\/h5\/en$/)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => Object.keys(document.querySelector('.progress-bar') ?? {})))
      .toContainEqual(expect.stringContaining('__reactFiber$'))
    expect(violations).toEqual([])
  } finally {
    await site.stop()
  }
})
