import {expect, it, vi} from 'vitest'
import {draw} from '@/components/testing/draw'
import {pageOf, settings, site} from '@/components/testing/fixtures'
import {withHiddenRoutes} from '@/sanity/hiddenRoutes'
import {validScenarios} from '@/sanity/scenarios'
import {Demo} from './Demo'
import {DemoArticle} from './DemoArticle'
import {scenarioOf} from './testing/scenarioOf'

const first = scenarioOf()
const second = {...scenarioOf(), _id: 'scenario-two', anchor: 'lqm', title: 'A qualification'}

const article = (scenarios: unknown[]) =>
  draw(<DemoArticle scenarios={validScenarios(Object.assign(pageOf(), {scenarios}))} settings={settings} locale="en" />)

it('reads as an article: the first scenario in full, with each choice and the system’s answer', () => {
  const {page, body} = article([first, second])
  expect(page.getByRole('heading', {level: 2, name: 'LIMS · A\u00a0test order'})).toBeTruthy()
  expect(page.getByRole('heading', {level: 2, name: 'Approve'})).toBeTruthy()
  expect(body.querySelector('#lims-1 [role="img"]')?.getAttribute('aria-label')).toBe('What the screen shows')
  expect(page.getByRole('heading', {name: 'Assign now → Refused'})).toBeTruthy()
  expect(page.getByText('Cannot assign. Approval is first.')).toBeTruthy()
  expect(page.getByText(/State afterwards: Issued/)).toBeTruthy()
  expect(page.getByRole('link', {name: 'Talk to us about this'}).getAttribute('href')).toBe(
    '/h5/en/contact?from=demo-lims',
  )
})

it('shows the other scenarios in outline, each with a link to its article', () => {
  const {body} = article([first, second])
  const outline = body.querySelector('#lqm')
  expect([...(outline?.querySelectorAll('li') ?? [])].map(({textContent}) => textContent)).toEqual([
    'Approve',
    'Report',
  ])
  // The target of links to a step, for readers without JavaScript.
  expect(outline?.querySelector('#lqm-2')?.textContent).toBe('Report')
  expect(outline?.querySelector('a')?.getAttribute('href')).toBe('/h5/payloads/articles/en/lqm')
})

it('leaves out a broken scenario, reports it, and shows the rest', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const {body, page} = article([{...first, steps: []}, second])
  expect(body.querySelector('#lims-1')).toBeNull()
  expect(page.getByRole('heading', {level: 2, name: 'LIMS · A qualification'})).toBeTruthy()
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Scenario scenario-one is left out: steps/))
  report.mockRestore()
})

it('gives two scenarios of one name links of their own', () => {
  const {body} = article([first, {...second, anchor: 'lims'}])
  expect(body.querySelector('#lims2 a')?.getAttribute('href')).toBe('/h5/payloads/articles/en/lims2')
})

it('has a place for links with a name that a scenario had before', () => {
  const {body} = article([
    {...first, formerAnchors: ['lab']},
    {...second, formerAnchors: ['quality', 'lims']},
  ])
  expect(body.querySelector('#lab')?.closest('[data-hue]')?.querySelector('#lims-1')).toBeTruthy()
  expect(body.querySelector('#quality')?.closest('#lqm')).toBeTruthy()
  // By now another scenario's anchor.
  expect(body.querySelectorAll('#lims')).toHaveLength(0)
})

it('is nothing where there is no scenario', () => {
  expect(article([]).body.innerHTML).toBe('')
})

it('leads to no contact page, as an article or step by step, while editors hide that page', () => {
  const htmlWithout = (hidden: string[]) =>
    withHiddenRoutes(new Set(hidden), () => {
      const page = Object.assign(pageOf(), {scenarios: [first, second]})
      return draw(<Demo page={page} site={site} locale="en" version="v" />).body.innerHTML
    })
  expect(htmlWithout([])).toContain('/h5/en/contact?from=demo-lims')
  const hidden = htmlWithout(['/contact'])
  expect(hidden).not.toContain('/contact')
  expect(hidden).not.toContain('Talk to us about this</')
  expect(hidden).toContain('This process ends here.')
})
