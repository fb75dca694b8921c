import {expect, test, vi} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder'

const site = vi.hoisted(() => ({title: 'Business systems', drawings: 0}))

vi.mock('@/sanity/content', () => ({
  readPage: async () => ({
    version: 'v1',
    page: {title: {_type: 'localeString', zh: site.title, en: site.title}},
    site: {},
  }),
}))

vi.mock('@/components/shareImage/drawShareImage', () => ({
  drawMark: vi.fn(),
  drawShareImage: async ({title}: {title: string}) => new Response(`picture ${++site.drawings} of ${title}`),
}))

/** A process of the site, which knows nothing of the one before. */
async function start(phase = '') {
  vi.resetModules()
  vi.stubEnv('NEXT_PHASE', phase)
  const {shareImageResponse} = await import('./shareImage')
  return async () => (await shareImageResponse('/shareImages/odoo.png')).text()
}

test('a start draws no picture again that its build has drawn, and keeps none that is published later', async () => {
  vi.stubEnv('SITE_BUILD_DIR', temporaryFolder())
  const build = await start('phase-production-build')
  expect(await build()).toBe('picture 1 of Business systems')

  const first = await start()
  expect(await first()).toBe('picture 1 of Business systems')
  site.title = 'Another title'
  expect(await first()).toBe('picture 2 of Another title')
  expect(await first()).toBe('picture 2 of Another title')

  const second = await start()
  expect(await second()).toBe('picture 3 of Another title')
})
