import {describe, expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {settings, site} from '@/components/testing/fixtures'
import {SiteFrame} from './SiteFrame'

const drawFrame = (locale: 'zh' | 'en' = 'en') =>
  draw(
    <SiteFrame locale={locale} site={site} route="/about">
      content
    </SiteFrame>,
  )

describe('the frame of the site', () => {
  it('switches to the other language on the same page by a plain link', () => {
    const {page} = drawFrame('en')
    const link = page.getByRole('link', {name: '中文'})
    expect([link.getAttribute('href'), link.getAttribute('hreflang'), link.lang]).toEqual([
      '/h5/about',
      'zh-CN',
      'zh-CN',
    ])
    expect(drawFrame('zh').page.getByRole('link', {name: 'English'}).getAttribute('href')).toBe('/h5/en/about')
  })

  it('leads to the contact page under the editor’s words', () => {
    const links = drawFrame().page.getAllByRole('link', {name: 'Talk to us'})
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/h5/en/contact?from=/about',
      '/h5/en/contact?from=/about',
    ])
  })

  it('opens its menu without a script', () => {
    const {body, page} = drawFrame()
    const target = page.getByRole('button', {name: 'Menu'}).getAttribute('popovertarget')
    const menu = body.querySelector('nav[popover]')
    expect(menu?.id).toBe(target)
    for (const button of body.querySelectorAll('button')) expect(button.hasAttribute('popovertarget')).toBe(true)
    // For browsers without popovers.
    expect(body.querySelector(`a[href="#${target}"]`)).not.toBeNull()
  })

  it('calls from the bar at the foot only once there is a number', () => {
    expect(drawFrame().page.queryByRole('link', {name: 'Call'})).toBeNull()
    const {page} = draw(
      <SiteFrame locale="en" site={{...site, settings: {...settings, phone: '+86 000-0000 0000'}}} route="/about">
        content
      </SiteFrame>,
    )
    expect(page.getByRole('link', {name: 'Call'}).getAttribute('href')).toBe('tel:+8600000000000')
  })

  it.each(['zh', 'en'] as const)('keeps the bar at the foot off the page that it leads to (%s)', (locale) => {
    const frame = (route: '/about' | '/contact') =>
      draw(
        <SiteFrame locale={locale} site={site} route={route}>
          content
        </SiteFrame>,
      ).page
    expect(frame('/about').queryByRole('complementary')).not.toBeNull()
    expect(frame('/contact').queryByRole('complementary')).toBeNull()
  })

  it('links filing numbers to the authorities', () => {
    const filed = {...settings, icpNumber: '测ICP备00000000号', policeNumber: '测公网安备 00000000000000号'}
    const {page} = draw(
      <SiteFrame locale="zh" site={{...site, settings: filed}} route="/about">
        content
      </SiteFrame>,
    )
    const hrefOf = (name: RegExp) => page.getByRole('link', {name}).getAttribute('href')
    expect(hrefOf(/ICP/)).toBe('https://beian.miit.gov.cn/')
    expect(hrefOf(/公网安备/)).toBe('https://beian.mps.gov.cn/#/query/webSearch?code=00000000000000')
  })

  it('says in its menu which page this is', () => {
    const {body} = drawFrame()
    expect([...body.querySelectorAll('nav[popover] [aria-current]')].map((link) => link.textContent)).toEqual(['About'])
  })

  it('holds address and filing numbers, in a preview with missing ones marked in the page’s language', () => {
    const footer = drawFrame().page.getByRole('contentinfo')
    const facts = [...footer.querySelectorAll('dl > div')].map((entry) => entry.textContent)
    expect(facts).toEqual([
      'Address[to be filled in]',
      'Phone[to be filled in]',
      'Emailmail@example.com',
      'ICP filing[to be filled in]',
      'Public security filing[to be filled in]',
    ])
    expect(footer.querySelector('[href^="tel:"]')).toBeNull()
  })

  it('leaves no gap where the settings lack something, whatever it is', () => {
    const {_id, _type, _rev, _updatedAt, ...facts} = settings
    for (const [name] of Object.entries(facts)) {
      const lacking: typeof site = JSON.parse(JSON.stringify({...site, settings: {...settings, [name]: null}}))
      const {body} = draw(
        <SiteFrame locale="en" site={lacking} route="/about">
          content
        </SiteFrame>,
      )
      const empty = [...body.querySelectorAll('p, dd, dt, dl, mark, a')].filter(
        (element) => !element.textContent?.trim(),
      )
      expect(
        empty.map((element) => element.outerHTML),
        name,
      ).toEqual([])
      expect(body.innerHTML, name).not.toMatch(/undefined|null/)
    }
  })

  it('stands where the settings hold nothing at all', () => {
    const {_id, _type, _rev, _updatedAt} = settings
    const bare: typeof site = JSON.parse(JSON.stringify({...site, settings: {_id, _type, _rev, _updatedAt}}))
    const {page} = draw(
      <SiteFrame locale="en" site={bare} route="/about">
        content
      </SiteFrame>,
    )
    expect(page.getByRole('contentinfo').querySelector('dl')).toBeNull()
    expect(page.getAllByRole('link', {name: 'Contact'})).not.toHaveLength(0)
  })
})
