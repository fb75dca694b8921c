import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {evaluate, parse} from 'groq-js'
import {expect, test} from 'vitest'
import {siteWebhook} from './siteWebhook.ts'

const {filter, projection} = siteWebhook('http://127.0.0.1:3000', 'secret')

test.each([
  [{_id: 'page-about', _type: 'page'}, true],
  [{_id: 'image-abc-1x1-png', _type: 'sanity.imageAsset'}, false],
  [{_id: '_.releases.r1', _type: 'system.release'}, false],
  [{_id: 'preview.abcdefghijklmnop', _type: 'previewLink'}, false],
  [{_id: 'review.page-about.li-wei', _type: 'reviewRequest'}, false],
])('a change of %j is told to the site: %s', async (root, isTold) => {
  expect(await (await evaluate(parse(filter, {mode: 'delta'}), {root})).get()).toBe(isTold)
})

test('the guide to hosted Sanity names the same filter and projection', () => {
  const guide = readFileSync(join(import.meta.dirname, '../docs/hosted-sanity.md'), 'utf8')
  expect(guide).toContain(filter)
  expect(guide).toContain(projection)
})
