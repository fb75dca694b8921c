import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {withFallbacks} from './withFallbacks.ts'

type Page = Parameters<typeof withFallbacks>[0]
type Site = Parameters<typeof withFallbacks>[1]

const site: Site = {settings: null, navigation: null, guarded: []}
const base = {_id: 'page-about', _type: 'page', _rev: 'r', _updatedAt: '2026-01-01T00:00:00Z', route: '/about'} as const
const rest = {
  layout: null,
  middleware: null,
  embargoUntil: null,
  seo: null,
  product: null,
  module: null,
  blocks: [],
  scenarios: [],
}
const description = {_type: 'localeText', zh: '导语', en: 'Lead'} as const

/** What a dataset may hold, whatever the schema says. */
function pageWith(title: unknown): Page {
  return Object.assign({...base, ...rest, description, title: {_type: 'localeString' as const, zh: ''}}, {title})
}

describe('a page’s title and lead', () => {
  const report = vi.spyOn(console, 'error')
  beforeEach(() => {
    report.mockReset()
  })
  afterEach(() => {
    report.mockReset()
  })

  it('stay what they are where they are texts', () => {
    const page = pageWith({_type: 'localeString', zh: '关于', en: 'About'})
    expect(withFallbacks(page, site)).toEqual(page)
    expect(report).not.toHaveBeenCalled()
  })

  it.each([undefined, null, 5, 'About', [], {_type: 'localeString'}, {_type: 'localeString', zh: 7}])(
    'are replaced and reported where they are %o',
    (title) => {
      expect(withFallbacks(pageWith(title), site).title).toEqual({_type: 'localeString', zh: '/about', en: '/about'})
      expect(report).toHaveBeenCalledExactlyOnceWith(
        'The title of page-about is missing or no text; something near stands in for it.',
      )
    },
  )

  it('take the other language where one is missing', () => {
    expect(withFallbacks(pageWith({_type: 'localeString', en: 'About'}), site).title).toMatchObject({zh: 'About'})
  })
})
