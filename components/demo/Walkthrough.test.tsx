// @vitest-environment jsdom
import {cleanup, render, within} from '@testing-library/react'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {settings} from '@/components/testing/fixtures'
import {drawScenario, stageWords} from './drawScenario'
import type {ScenarioPayload} from './scenarioPayload'
import {scenarioOf} from './testing/scenarioOf'
import {Walkthrough} from './Walkthrough'

const drawn = drawScenario(scenarioOf(), {locale: 'en', settings})
let versions = 0

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

/** Opens a page that knows of some steps, where a later publish has changed the scenario. Resolves once it is shown. */
async function open(hash: string, headings: string[], scenario: ScenarioPayload) {
  history.replaceState(null, '', `/${hash}`)
  vi.stubGlobal('fetch', async () => Response.json({scenario}))
  versions += 1
  const outline = {
    anchor: 'lims',
    title: 'A test order',
    code: 'LIMS',
    hue: 'teal',
    steps: headings,
    payload: `/lims.json#${versions}`,
    contact: '/contact',
  }
  const {container} = render(
    <Walkthrough
      outlines={[outline]}
      words={stageWords('en')}
      hasMoved
      early={undefined}
      waiting={document.createElement('div')}
      onSettled={() => {}}
    />,
  )
  await vi.waitFor(() => expect(container.querySelector('h2')).not.toBeNull())
  return {
    heading: container.querySelector('h2')?.textContent,
    rail: [...container.querySelectorAll('ol a')].map((link) => link.getAttribute('href')),
    onward: within(container).queryByRole('link', {name: /Next/})?.getAttribute('href'),
    text: container.textContent,
  }
}

it('shows the last step where a publish has removed the one that the page has', async () => {
  const {heading, rail} = await open('#lims-3', ['Approve', 'Check', 'Report'], drawn)
  expect(heading).toBe('Step 2 of 2 Report')
  expect(rail).toEqual(['#lims-1', '#lims-2'])
})

it('leads to a step that a publish has added', async () => {
  const {heading, rail} = await open('#lims-2', ['Approve'], drawn)
  expect(heading).toBe('Step 2 of 2 Report')
  expect(rail).toEqual(['#lims-1', '#lims-2'])
})

it('goes on under the name that the page has where a publish has renamed the scenario', async () => {
  const {onward, rail} = await open('#lims-1', ['Approve', 'Report'], {...drawn, anchor: 'renamed'})
  expect(onward).toBe('#lims-2')
  expect(rail).toEqual(['#lims-1', '#lims-2'])
})
