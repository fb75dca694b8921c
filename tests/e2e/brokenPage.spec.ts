import {expect, test} from '@playwright/test'
import {content, publishEdit} from '../support/contentClient.ts'
import {textOf, withoutBreaks} from '../support/siteUrls.ts'

test('a page whose title and lead are missing or no texts still shows the rest', async ({request}) => {
  const {title, description, rules} = await content.fetch(
    '*[_id == "page-net"][0]{title, description, "rules": blocks[_type == "rules"][0].heading.en}',
  )
  const page = async () => (await request.get('/h5/en/net')).text()
  try {
    await publishEdit('page-net', {title: 5}, ['description'])
    await expect.poll(async () => textOf(await page(), 'h1')).not.toBe(title.en)
    const html = await page()
    expect(textOf(html, 'h1')).not.toBe('')
    expect(withoutBreaks(html)).toContain(rules)
    expect((await request.get('/h5/net')).status()).toBe(200)
  } finally {
    await publishEdit('page-net', {title, description})
  }
  await expect.poll(async () => textOf(await page(), 'h1')).toBe(title.en)
})
