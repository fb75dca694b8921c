import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {createElement} from 'react'
import {renderToStaticMarkup} from 'react-dom/server'
import {expect, onTestFinished, test, vi} from 'vitest'
import {usePreviewLinks} from './previewLinksApi.ts'

const live = vi.hoisted(() => ({query: '', result: undefined as unknown}))
vi.mock('../lake/useLiveQuery.ts', () => ({
  useLiveQuery: ({query}: {query: string}) => {
    live.query = query
    return {result: live.result}
  },
}))

function Links() {
  return usePreviewLinks('/about').links?.map(({_id}) => _id)
}

const day = 24 * 60 * 60 * 1000
const link = (name: string, route: string, endsAt: number) => ({
  _id: `preview.${name.padEnd(16, '-')}`,
  _type: 'previewLink',
  secret: 's'.repeat(32),
  route,
  locale: 'zh',
  perspective: ['drafts'],
  endsAt: new Date(endsAt).toISOString(),
  createdBy: 'li',
})

test('the links of a page are listed however many there are of others, and however many have ended', async () => {
  const now = Date.now()
  const others = Array.from({length: 250}, (_, index) => link(`other${index}`, '/lims', now + 9 * day))
  const ended = Array.from({length: 250}, (_, index) => link(`ended${index}`, '/about', now - day))
  const seed = [link('good', '/about', now + day), ...others, ...ended]
  const lake = await createTestLake({seed})
  onTestFinished(() => lake.close())
  renderToStaticMarkup(createElement(Links))
  live.result = await createClient(lake.clientConfig).fetch(live.query)
  expect(renderToStaticMarkup(createElement(Links))).toBe(seed[0]?._id)
})
