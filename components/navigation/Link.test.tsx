import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import type {DemoStep} from '@/sanity/projections/demoStep'
import {Link} from './Link'

it('leads to a route in the language of the page', () => {
  const link = (locale: 'zh' | 'en') =>
    draw(
      <Link route="/about" locale={locale}>
        About
      </Link>,
    ).page.getByRole('link')
  expect(link('zh').getAttribute('href')).toBe('/h5/about')
  expect(link('en').getAttribute('href')).toBe('/h5/en/about')
})

it('keeps its words and drops the link where the site has no such page', () => {
  const {page} = draw(
    <Link route="/nope" locale="en">
      Nowhere
    </Link>,
  )
  expect(page.queryByRole('link')).toBeNull()
  expect(page.getByText('Nowhere')).toBeTruthy()
})

it('opens the demo at the step that it names, and at its start where that is broken or the link leads elsewhere', () => {
  const hrefOf = (route: string, demo: DemoStep) =>
    draw(
      <Link route={route} demo={demo} locale="en">
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
