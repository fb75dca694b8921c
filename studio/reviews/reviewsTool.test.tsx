// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {ReviewsTool} from './reviewsTool.tsx'

const lake = vi.hoisted(() => ({withdraw: vi.fn(), push: vi.fn(), requests: [] as object[]}))
vi.mock('sanity', () => ({
  definePlugin: (plugin: unknown) => plugin,
  useClient: () => lake,
  useCurrentUser: () => ({id: 'li', roles: [{name: 'marketer'}]}),
  useSchema: () => new Map(),
}))
vi.mock('@sanity/ui/toast', () => ({useToast: () => lake}))
vi.mock('../focus/FieldLink.tsx', () => ({FieldLink: ({children}: {children: string}) => children}))
vi.mock('../lake/userNames.ts', () => ({userNames: async () => new Map()}))
vi.mock('./changedFields.ts', () => ({changedFields: () => []}))
vi.mock('./reviewRequests.ts', async (original) => ({
  ...(await original<typeof import('./reviewRequests.ts')>()),
  useReviewRequests: () => ({requests: lake.requests}),
  withdrawRequest: lake.withdraw,
}))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const request = (name: string) => ({
  _id: `review.${name}.li`,
  documentId: name,
  documentType: 'role',
  requestedBy: 'li',
  state: 'asked',
  published: null,
  draft: {_id: `drafts.${name}`, _type: 'role', name: {zh: name}},
  _updatedAt: '2027-01-01T00:00:00Z',
})

test('each request is withdrawn by a button of its own name, once however often it is pressed', async () => {
  lake.requests = [request('guard'), request('tester')]
  let answer = () => {}
  lake.withdraw.mockImplementation(() => new Promise<void>((resolve) => (answer = resolve)))
  render(
    <StudioTheme>
      <ReviewsTool />
    </StudioTheme>,
  )
  const button = screen.getByRole('button', {name: /Withdraw.*: tester$/})
  for (let press = 0; press < 2; press++) await act(async () => fireEvent.click(button))
  expect(lake.withdraw.mock.calls.map(([, {documentId}]) => documentId)).toEqual(['tester'])
  await act(async () => answer())
  await act(async () => fireEvent.click(button))
  expect(lake.withdraw).toHaveBeenCalledTimes(2)
})
