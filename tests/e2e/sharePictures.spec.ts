import {createHash} from 'node:crypto'
import {type APIRequestContext, expect, test} from '@playwright/test'
import {publishEdit} from '../support/contentClient.ts'
import {contentVersion} from '../support/siteUrls.ts'

const before = {_type: 'localeString', zh: 'Odoo：业务系统与试验数据接在一起', en: 'Odoo'}

async function pageOf(request: APIRequestContext) {
  const html = await (await request.get('/h5/en/odoo')).text()
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  return {version: contentVersion(html), picture: new URL(picture)}
}

async function fingerprintOf(request: APIRequestContext, url: string) {
  const response = await request.get(url)
  return {
    version: response.headers()['content-version'],
    cache: response.headers()['x-nextjs-cache'],
    bytes: createHash('sha256')
      .update(await response.body())
      .digest('hex'),
  }
}

test('after a publish the share picture is rendered again before anyone requests it', async ({request}) => {
  const old = await pageOf(request)
  const oldPicture = await fingerprintOf(request, old.picture.pathname)
  await publishEdit('page-odoo', {'title.en': 'A title that no crawler has seen'})
  try {
    // By its words: an earlier test's publish may still be on its way.
    await expect
      .poll(async () => (await request.get('/h5/en/odoo')).text())
      .toContain('A title that no crawler has seen')
    const page = await pageOf(request)
    expect(page.picture.href).not.toBe(old.picture.href)
    // The site has requested the picture itself by then, so the cache has the new one.
    await expect
      .poll(() => fingerprintOf(request, page.picture.pathname + page.picture.search))
      .toMatchObject({version: page.version, cache: 'HIT'})
    expect((await fingerprintOf(request, page.picture.pathname)).bytes).not.toBe(oldPicture.bytes)
  } finally {
    await publishEdit('page-odoo', {'title.en': before.en})
  }
})
