import {expect, test} from 'vitest'
import {pageOf, site} from '@/components/testing/fixtures'
import {hiddenRoutes} from '@/sanity/hiddenRoutes'
import {pageText} from './pageText'

test('leaves out what the page leaves out while another page is hidden, and for that text alone', () => {
  const link = (route: '/lims' | '/story') => ({
    _type: 'link' as const,
    label: `To ${route}`,
    route,
    demo: null,
    section: null,
  })
  const page = pageOf({
    actions: [{_key: 'a', ...link('/lims')}],
    blocks: [
      {_key: 'c', _type: 'callToAction', heading: 'See it', intro: null, link: link('/lims')},
      {
        _key: 'e',
        _type: 'entrances',
        heading: null,
        intro: null,
        next: link('/lims'),
        groups: [
          {
            _key: 'g',
            title: 'By role',
            items: [
              {_key: 'one', text: 'Hidden', link: link('/lims')},
              {_key: 'two', text: 'Shown', link: link('/story')},
            ],
          },
        ],
      },
    ],
  })
  const textsOf = (guarded: typeof site.guarded) =>
    pageText({page, site: {...site, guarded}, locale: 'en', siteUrl: 'https://example.com'})
      .flatMap(({lines}) => lines.map(({text}) => text))
      .join('\n')
  const lims = {
    _id: 'page-lims',
    _rev: 'r1',
    route: '/lims' as const,
    middleware: ['embargo'],
    embargoUntil: '2999-01-01T00:00:00Z',
  }
  expect(textsOf([lims])).toMatch(/By role.*To \/story.*Shown/s)
  expect(textsOf([lims])).not.toMatch(/lims|See it|Hidden/i)
  expect(textsOf([])).toMatch(/To \/lims.*See it.*Hidden/s)
  expect(hiddenRoutes()).toEqual(new Set())
})
