import {describe, expect, it} from 'vitest'
import {faq, moduleOf, pageOf, productOf, site} from '@/components/testing/fixtures'
import {withHiddenRoutes} from '@/sanity/hiddenRoutes'
import type {PageData} from '@/sanity/presentContent'
import {jsonLd, serializeForScript} from './jsonLd'

const siteUrl = 'https://example.com'

function partsOf(page: Partial<PageData>, locale: 'zh' | 'en' = 'en') {
  const graph = jsonLd({page: pageOf(page), site, locale, siteUrl})
  return new Map(JSON.parse(JSON.stringify(graph['@graph'])).map((part: {'@type': string}) => [part['@type'], part]))
}

describe('what a page tells machines', () => {
  it('names the organization without the facts that are still missing', () => {
    expect(partsOf({route: '/'}).get('Organization')).toEqual({
      '@type': 'Organization',
      '@id': 'https://example.com/h5#organization',
      name: 'Organization',
      description: 'Tagline',
      url: 'https://example.com/h5/en',
      logo: 'https://example.com/h5/shareImages/marks/site.png',
      email: 'mail@example.com',
    })
  })

  it('says what a product is and does, on its own page only', () => {
    const product = productOf('LIMS')
    expect(partsOf({route: '/lims', product}).get('SoftwareApplication')).toMatchObject({
      name: 'LIMS',
      url: 'https://example.com/h5/en/lims',
      applicationCategory: 'BusinessApplication',
    })
    expect(partsOf({route: '/limsPages/entrust', product}).has('SoftwareApplication')).toBe(false)
  })

  it('tells where the page stands, in absolute URLs', () => {
    const module = moduleOf('委托', 1, '/limsPages/entrust')
    const trail = partsOf({route: '/limsPages/entrust', product: productOf('LIMS'), module}, 'zh').get('BreadcrumbList')
    expect(trail).toMatchObject({
      itemListElement: [
        {position: 1, name: '首页', item: 'https://example.com/h5'},
        {position: 2, name: 'LIMS', item: 'https://example.com/h5/lims'},
        {position: 3, name: '委托', item: 'https://example.com/h5/limsPages/entrust'},
      ],
    })
  })

  it('names no address of a product whose page is hidden', () => {
    const trail = withHiddenRoutes(new Set(['/lims']), () =>
      partsOf({route: '/limsPages/entrust', product: productOf('LIMS')}).get('BreadcrumbList'),
    )
    expect(trail).toMatchObject({
      itemListElement: [
        {position: 1, item: 'https://example.com/h5/en'},
        {position: 2, item: 'https://example.com/h5/en/limsPages/entrust'},
      ],
    })
  })

  it('lists questions and answers where the page has some', () => {
    expect(partsOf({blocks: [faq]}).get('FAQPage')).toMatchObject({
      mainEntity: [{name: 'May it be </script>?', acceptedAnswer: {text: 'It may.'}}],
    })
    expect(partsOf({}).has('FAQPage')).toBe(false)
  })
})

it('what an editor wrote cannot end the script that holds it, and reads back as written', () => {
  const text = 'a</script><!-- <script>alert(1)</script> \u2028'
  const json = serializeForScript({text})
  expect(json).not.toMatch(/[<\u2028]/)
  expect(JSON.parse(json)).toEqual({text})
})
