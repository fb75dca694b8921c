// @vitest-environment jsdom
import {act, cleanup, render, screen} from '@testing-library/react'
import type {Tool, ToolMenuProps} from 'sanity'
import {afterEach, expect, test, vi} from 'vitest'
import {EnquiryApiError} from './enquiriesApi.ts'
import {StudioToolMenu} from './StudioToolMenu.tsx'

const site = vi.hoisted(() => ({
  client: {},
  roles: [{name: 'administrator'}],
  mayRead: (): Promise<boolean> => Promise.reject(new Error('not set')),
}))
vi.mock('sanity', () => ({
  useClient: () => site.client,
  useCurrentUser: () => ({roles: site.roles}),
}))
vi.mock('./enquiriesApi.ts', async (original) => ({
  ...(await original<typeof import('./enquiriesApi.ts')>()),
  enquiriesApi: () => ({mayRead: () => site.mayRead()}),
}))

vi.stubGlobal('__CONTENT_SOURCE__', {})
afterEach(cleanup)

const tools = ['structure', 'enquiries'].map((name): Tool => ({name, title: name, component: () => null}))
/** As Sanity renders the menu. */
const renderDefault = ({tools: offered, activeToolName}: Omit<ToolMenuProps, 'renderDefault'>) => (
  <nav>
    {offered.map(({name}) => (
      <a key={name} href={`/${name}`} data-selected={name === activeToolName ? '' : undefined}>
        {name}
      </a>
    ))}
  </nav>
)
const menu = (activeToolName: string) => (
  <StudioToolMenu
    tools={tools}
    activeToolName={activeToolName}
    context="topbar"
    isSidebarOpen={false}
    closeSidebar={() => {}}
    renderDefault={renderDefault}
  />
)
const pending = () => new Promise<never>(() => {})

test.each([
  ['an administrator', 'administrator', pending, true],
  ['somebody whose role may read them', 'sales', async () => true, true],
  ['somebody whose role may not', 'marketer', async () => false, false],
  ['somebody of whom the site has said nothing yet', 'marketer', pending, false],
  [
    'somebody while the site does not answer, as the tool says why',
    'sales',
    () => Promise.reject(new EnquiryApiError(0)),
    true,
  ],
])('leads to Enquiries or not: %s', async (_, role, mayRead, isOffered) => {
  Object.assign(site, {roles: [{name: role}], mayRead})
  await act(async () => render(menu('structure')))
  expect(screen.getAllByRole('link').map(({textContent}) => textContent)).toEqual(
    isOffered ? ['structure', 'enquiries'] : ['structure'],
  )
})

test('says which tool is open', () => {
  site.roles = [{name: 'administrator'}]
  const {rerender} = render(menu('structure'))
  const open = () => screen.getAllByRole('link', {current: 'page'}).map(({textContent}) => textContent)
  expect(open()).toEqual(['structure'])
  rerender(menu('enquiries'))
  expect(open()).toEqual(['enquiries'])
})
