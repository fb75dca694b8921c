// @vitest-environment jsdom
import {cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../../testing/StudioTheme.tsx'
import {SiteMap} from './SiteMap.tsx'

vi.mock('sanity', () => ({usePerspective: () => ({perspectiveStack: ['drafts']})}))
vi.mock('sanity/router', () => ({}))
vi.mock('sanity/structure', () => ({}))
const documents = [{_id: 'drafts.page-about', _type: 'page', route: '/about', title: {zh: '关于'}}]
vi.mock('../siteDocuments.ts', () => ({useSiteDocuments: () => documents}))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the state by which pages are filtered is told to screen readers, too', () => {
  render(
    <StudioTheme>
      <SiteMap link={(_page, row) => row} open={() => {}} />
    </StudioTheme>,
  )
  const filters = screen.getAllByTestId(/^flag-/)
  const all = filters[0]?.parentElement?.firstElementChild
  const pressed = () => [all, ...filters].filter((button) => button?.getAttribute('aria-pressed') === 'true')
  expect(pressed()).toEqual([all])
  const [first] = filters
  if (first) fireEvent.click(first)
  expect(pressed()).toEqual([first])
})
