import {afterEach, describe, expect, it, vi} from 'vitest'
import {draw} from '@/components/testing/draw'
import {moduleOf, pageOf, productGrid, productOf, site} from '@/components/testing/fixtures'
import {PageView} from './PageView'

describe('a page', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('has one h1, its title, and its description below', () => {
    const {page} = draw(<PageView page={pageOf()} site={site} locale="en" />)
    expect(page.getAllByRole('heading', {level: 1}).map((heading) => heading.textContent)).toEqual(['About us'])
    expect(page.getByText('What we do')).toBeTruthy()
  })

  it('has the landmarks of a page and a way to skip to its content', () => {
    const {body, page} = draw(<PageView page={pageOf()} site={site} locale="en" />)
    expect(page.getByRole('banner')).toBeTruthy()
    expect(body.querySelector('nav[popover]')?.getAttribute('aria-label')).toBe('Main navigation')
    expect(page.getByRole('contentinfo')).toBeTruthy()
    expect(body.querySelector('a')?.getAttribute('href')).toBe(`#${page.getByRole('main').id}`)
  })

  it('stands in its product’s hue, and below the product', () => {
    const page = pageOf({
      route: '/limsPages/entrust',
      product: productOf('LIMS', 'teal'),
      module: moduleOf('Orders', 1, '/limsPages/entrust'),
    })
    const drawn = draw(<PageView page={page} site={site} locale="zh" />)
    expect(drawn.body.querySelector('[data-hue]')?.getAttribute('data-hue')).toBe('teal')
    const trail = drawn.page.getByRole('navigation', {name: '当前位置'})
    expect([...trail.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['首页', 'LIMS', 'Orders'])
  })

  it('labels the drawing of the home page with the products that the page shows', () => {
    const page = pageOf({route: '/', blocks: [productGrid]})
    const drawing = draw(<PageView page={page} site={site} locale="en" />).page.getByRole('img', {name: /test vehicle/})
    expect([...drawing.querySelectorAll('text')].map((label) => label.textContent)).toEqual(['LIMS', 'EVMS'])
  })

  it('is shown in the default layout, with a report, where it names an unknown one', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    // @ts-expect-error -- the lake may hold any name
    const {page} = draw(<PageView page={pageOf({layout: 'poster'})} site={site} locale="en" />)
    expect(page.getByRole('heading', {level: 1})).toBeTruthy()
    expect(report).toHaveBeenCalledExactlyOnceWith(
      'Page page-about names the unknown layout "poster"; it is shown in the default one.',
    )
  })
})
