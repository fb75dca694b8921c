import {createHash} from 'node:crypto'
import {expect, test} from '@playwright/test'
import {inlineScripts} from '../../server/http/contentSecurityPolicy.ts'
import {publishEdit} from '../support/contentClient.ts'
import {observatoryScore} from '../support/observatoryScore.ts'
import {pages} from '../support/siteUrls.ts'
import {untilInteractive} from '../support/untilInteractive.ts'
import {untilSettled} from '../support/untilSettled.ts'

const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}
const kinds = {
  page: '/h5/lims',
  'unknown path': '/h5/nope',
  redirect: '/',
  'path outside the base path': '/elsewhere',
  file: '/h5/icon.svg',
  payload: '/h5/payloads/lims.json',
  'share picture': '/h5/shareImages/lims.png',
  Markdown: '/h5/en/lims.md',
  'list of pages': '/h5/llms.txt',
  'search index': '/h5/payloads/search/zh.json',
  API: '/h5/api/health',
  'refused API': '/h5/api/draft-mode/enable',
  'malformed path': '/h5/%ff',
}

for (const [kind, path] of Object.entries(kinds)) {
  test(`security headers stand on every answer: ${kind}`, async ({request}) => {
    const headers = (await request.get(path, {maxRedirects: 0})).headers()
    expect(headers).toMatchObject(everyAnswer)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers).not.toHaveProperty('x-powered-by')
  })
}

test('each of the 100 pages allows no inline script, and scores A+ by the rules of MDN’s Observatory', async ({
  request,
}) => {
  await untilSettled(request)
  for (const {path, locale} of pages) {
    let headers: Record<string, string> = {}
    const fromCache = async () => {
      headers = (await request.get(path, {headers: {'accept-language': locale}})).headers()
      return headers['x-nextjs-cache']
    }
    // A page that an earlier test published may still be revalidating.
    await expect.poll(fromCache, path).toBe('HIT')
    const policy = headers['content-security-policy'] ?? ''
    expect.soft(observatoryScore(headers), path).toBeGreaterThanOrEqual(100)
    const scripts = policy.match(/script-src [^;]*/)?.[0]
    expect.soft(scripts, path).toBe("script-src 'self'")
  }
})

for (const path of ['/h5/about', '/h5/demo']) {
  test(`what is injected into ${path} does not run, and what the page brings does`, async ({page}) => {
    const violations: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text())
    })
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('</body>', '<script>document.title = "run"</script></body>')
      await route.fulfill({response, body})
    })
    await page.goto(path)
    await page.getByRole('link', {name: 'LIMS'}).first().waitFor()
    expect(await page.title()).not.toBe('run')
    await expect.poll(() => violations).toHaveLength(1)
    await untilInteractive(page)
  })
}

test('a page that has not changed keeps its policy on the next visit', async ({request}) => {
  const first = (await request.get('/h5/lims')).headers()
  const again = await request.get('/h5/lims', {headers: {'if-none-match': first.etag ?? ''}})
  expect(again.status()).toBe(304)
  expect(again.headers()['content-security-policy']).toBe(first['content-security-policy'])
})

test('twenty visitors who ask for a failing page at once each get one that may run its own scripts', async ({
  request,
}) => {
  const path = '/h5/en/odoo'
  const statusOf = async () => (await request.get(path)).status()
  await publishEdit('page-odoo', {middleware: ['auth']})
  try {
    await expect.poll(statusOf).toBe(500)
    const answers = await Promise.all(Array.from({length: 20}, () => request.get(path)))
    for (const answer of answers) {
      const html = await answer.text()
      const policy = answer.headers()['content-security-policy'] ?? ''
      const scripts = inlineScripts(html)
      expect(answer.status()).toBe(500)
      expect(scripts.length).toBeGreaterThan(1)
      for (const script of scripts) {
        expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
      }
      expect(html + policy).not.toMatch(/ nonce=|'nonce-/)
      expect(html).toContain('Unknown middleware auth')
    }
  } finally {
    await publishEdit('page-odoo', {}, ['middleware'])
  }
  await expect.poll(statusOf).toBe(200)
})
