import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import type {DemoStep} from '@/sanity/projections/demoStep'
import {Link} from './Link'

it('leads to a route in the language of the page', () => {
  const link = (locale: 'zh' | 'en') =>
    draw(
      <Link to="/about" locale={locale}>
        About
      </Link>,
    ).page.getByRole('link')
  expect(link('zh').getAttribute('href')).toBe('/h5/about')
  expect(link('en').getAttribute('href')).toBe('/h5/en/about')
})

it('keeps its words and drops the link where the site has no such page', () => {
  const {page} = draw(
    <Link to="/nope" locale="en">
      Nowhere
    </Link>,
  )
  expect(page.queryByRole('link')).toBeNull()
  expect(page.getByText('Nowhere')).toBeTruthy()
})

it('opens a page at the section that it names, and at its top where that is another page’s', () => {
  const hrefOf = (route: string, section: string | null) =>
    draw(
      <Link to={{route, section}} locale="zh" from="/lims">
        Read on
      </Link>,
    )
      .page.getByRole('link')
      .getAttribute('href')
  expect(hrefOf('/maixun', '/maixun#faq1')).toBe('/h5/maixun#section-faq1')
  expect(hrefOf('/', '/#points1')).toBe('/h5#section-points1')
  expect(hrefOf('/contact', '/contact#points1')).toBe('/h5/contact?from=/lims#section-points1')
  for (const section of [null, '', '/lims#faq1', 'faq1', '/maixun#', '/maixun#"><script>', '/maixun#a b']) {
    expect(hrefOf('/maixun', section), String(section)).toBe('/h5/maixun')
  }
  expect(hrefOf('/demo', '/demo#callToAc1')).toBe('/h5/demo')
})

it('opens the demo at the step that it names, and at its start where that is broken or the link leads elsewhere', () => {
  const hrefOf = (route: string, demo: DemoStep) =>
    draw(
      <Link to={{route, demo}} locale="en">
        Try it
      </Link>,
    )
      .page.getByRole('link')
      .getAttribute('href')
  expect(hrefOf('/demo', {step: 3, scenario: {anchor: 'lims'}})).toBe('/h5/en/demo#lims-3')
  const broken = [null, {step: 3, scenario: null}, {step: 0, scenario: {anchor: 'lims'}}]
  expect(broken.map((demo) => hrefOf('/demo', demo))).toEqual(broken.map(() => '/h5/en/demo'))
  expect(hrefOf('/demo', {step: 1, scenario: {anchor: '"><script>'}})).toBe('/h5/en/demo')
  expect(hrefOf('/about', {step: 3, scenario: {anchor: 'lims'}})).toBe('/h5/en/about')
})
