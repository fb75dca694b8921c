import {beforeAll, describe, expect, it} from 'vitest'
import {PageView} from '@/components/PageView'
import {draw} from '@/components/testing/draw'
import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {localize, withFallbacks} from '@/sanity/presentContent'
import {readSeedDocuments} from '@/sanity/querySeed'
import {Snapshot} from '@/sanity/Snapshot'

describe('the list of a long page’s sections', () => {
  let snapshot: Snapshot
  beforeAll(() => {
    snapshot = new Snapshot(readSeedDocuments())
  })

  it.each(locales)('leads from each product’s page to each of its sections (%s)', (locale) => {
    const withList = routes.filter((route) => {
      const {page, site} = snapshot.pageWithSite(route)
      if (!page) throw new Error(`There is no page ${route}.`)
      const {body} = draw(
        <PageView page={localize(withFallbacks(page, site), locale)} site={localize(site, locale)} locale={locale} />,
      )
      const links = [...body.querySelectorAll('main details a[href^="#section-"]')]
      for (const link of links) {
        const heading = body.querySelector(link.getAttribute('href') ?? '')
        expect(heading?.textContent).toBe(link.textContent)
      }
      return links.length > 0
    })
    expect(withList).toEqual(['/advp', '/evms', '/lims', '/lqm'])
  })
})
