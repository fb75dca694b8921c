import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {bilingualPageOf, emptyBilingualSite as site} from '@/components/testing/fixtures'
import {withFallbacks} from './withFallbacks.ts'

/** A page whose title is not what the schema promises. */
function pageWith(title: unknown) {
  return Object.assign(bilingualPageOf(), {title})
}

describe('a page’s title and lead', () => {
  const logged = vi.spyOn(console, 'error')
  beforeEach(() => {
    logged.mockReset()
  })
  afterEach(() => {
    logged.mockReset()
  })

  it('are not changed if they are texts', () => {
    const page = pageWith({_type: 'localeString', zh: '关于', en: 'About'})
    expect(withFallbacks(page, site)).toEqual(page)
    expect(logged).not.toHaveBeenCalled()
  })

  it.each([undefined, null, 5, 'About', [], {_type: 'localeString'}, {_type: 'localeString', zh: 7}])(
    'are replaced and logged if they are %o',
    (title) => {
      expect(withFallbacks(pageWith(title), site).title).toEqual({_type: 'localeString', zh: '/about', en: '/about'})
      expect(logged).toHaveBeenCalledExactlyOnceWith(
        'The title of page-about is missing or not a text. Write it in the Studio; another text of the page is shown until then.',
      )
    },
  )

  it('fall back to the other language', () => {
    expect(withFallbacks(pageWith({_type: 'localeString', en: 'About'}), site).title).toMatchObject({zh: 'About'})
  })
})
