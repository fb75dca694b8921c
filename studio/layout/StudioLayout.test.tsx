// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import type {ReactElement} from 'react'
import type {DocumentLayoutProps} from 'sanity'
import {afterEach, expect, test, vi} from 'vitest'
import {connection, edits} from '../saving/saving.ts'
import {UnsavedTexts} from '../saving/UnsavedTexts.ts'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {DocumentLayout, StudioLayout} from './StudioLayout.tsx'

const feature = vi.hoisted(() => ({isLoading: true, enabled: true}))
const studio = vi.hoisted(() => {
  // Read as the modules are loaded.
  vi.stubGlobal('__CONTENT_SOURCE__', {projectId: 'x', embedded: true})
  return {locale: 'en-US', nothing: () => undefined}
})
const runningUploads = vi.hoisted(() => new Set<object>())
vi.mock('sanity', async (importOriginal) => ({
  ...(await importOriginal<typeof import('sanity')>()),
  useFeatureEnabled: () => feature,
  useCurrentLocale: () => ({id: studio.locale}),
  useWorkspace: () => ({tools: []}),
  useSource: () => ({getClient: studio.nothing}),
  useHistoryStore: studio.nothing,
  useSchema: studio.nothing,
  useDocumentStore: () => ({pair: studio}),
  operationEvents: () => ({subscribe: () => ({unsubscribe: studio.nothing})}),
}))
const router = vi.hoisted(() => ({state: {} as Record<string, unknown>, navigate: vi.fn()}))
vi.mock('sanity/router', () => ({
  useRouter: () => ({navigate: router.navigate}),
  useRouterState: (select: (state: object) => unknown) => select(router.state),
}))
vi.mock('../structure/siteDocuments.ts', () => ({useSiteDocumentsClient: () => undefined}))
vi.mock('../help/FirstVisit.tsx', () => ({FirstVisit: () => null}))
vi.mock('../uploads/UploadProblems.tsx', () => ({UploadProblems: () => null, runningUploads}))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a form is mounted once, when it is known whether there are comments', () => {
  const renderDefault = vi.fn((_props: DocumentLayoutProps): ReactElement => <input aria-label="Title" />)
  const layout = () => <DocumentLayout documentId="page-about" documentType="page" renderDefault={renderDefault} />
  const {rerender} = render(layout())
  expect(renderDefault).not.toHaveBeenCalled()
  feature.isLoading = false
  rerender(layout())
  expect(screen.getByLabelText('Title')).toBeTruthy()
})

test('what is not saved is guarded while the other language waits for it, with the way to sign in', async () => {
  vi.useFakeTimers()
  const reload = vi.fn()
  vi.stubGlobal('location', {reload, origin: 'http://studio.test'})
  const layout = () => (
    <StudioTheme>
      <StudioLayout renderDefault={() => <input aria-label="Title" />} />
    </StudioTheme>
  )
  const {rerender} = render(layout())
  const channel = {}
  const answered = edits.trackCommit(['a'], false)
  studio.locale = 'zh-Hans'
  rerender(layout())
  act(() => connection.reportFailure(channel, 'signedOut'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByLabelText('Title')).toBeNull()
  expect(screen.getByText('Sign in').getAttribute('href')).toBe('http://studio.test/')
  expect(dispatchEvent(new Event('beforeunload', {cancelable: true}))).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  connection.reportSuccess(channel)
  answered()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(reload).toHaveBeenCalledOnce()
})

test('leaving the page asks while a text is typed that nothing saves by itself, or a picture is uploaded', () => {
  studio.locale = 'en-US'
  render(
    <StudioTheme>
      <StudioLayout renderDefault={() => <input aria-label="Title" />} />
    </StudioTheme>,
  )
  const leave = () => dispatchEvent(new Event('beforeunload', {cancelable: true}))
  const texts = new UnsavedTexts<string>()
  texts.keep('a', 'call on Monday')
  expect(leave()).toBe(false)
  texts.drop('a')
  expect(leave()).toBe(true)
  const upload = {}
  runningUploads.add(upload)
  expect(leave()).toBe(false)
  runningUploads.delete(upload)
  expect(leave()).toBe(true)
})

test('a date that is typed to its end is stored as the page goes; half of one or an emptied one is not, and leaving the page asks first', () => {
  const onEnter = vi.fn()
  const field = (placeholder: string) => (
    <div data-testid="field-expiryDate">
      <input data-testid="date-input" placeholder={placeholder} onKeyPress={onEnter} />
    </div>
  )
  for (const [example, half, whole] of [
    ['2027-01-01', '2027-01-1', '2027-01-15'],
    ['2027-01-01 09:30', '2027-01-15 09:3', '2027-01-15 09:30'],
  ] as const) {
    render(
      <StudioTheme>
        <StudioLayout renderDefault={() => field(`e.g. ${example}`)} />
      </StudioTheme>,
    )
    const input = screen.getByTestId<HTMLInputElement>('date-input')
    input.focus()
    const leave = (text: string) => {
      input.value = text
      onEnter.mockClear()
      const isFree = dispatchEvent(new Event('beforeunload', {cancelable: true}))
      dispatchEvent(new Event('pagehide'))
      return {isFree, isStored: onEnter.mock.calls.length > 0}
    }
    expect(leave('')).toEqual({isFree: true, isStored: false})
    expect(leave(half)).toEqual({isFree: false, isStored: false})
    expect(leave(whole.replace('-01-', '-13-'))).toEqual({isFree: false, isStored: false})
    expect(leave(whole)).toEqual({isFree: true, isStored: true})
    input.blur()
    input.focus()
    // It may be cleared, or in the middle of another date.
    expect(leave('')).toEqual({isFree: false, isStored: false})
    fireEvent.keyPress(input, {key: 'Enter', charCode: 13})
    expect(leave('')).toEqual({isFree: true, isStored: false})
    input.value = whole
    input.blur()
    input.focus()
    input.value = ''
    input.blur()
    expect(leave('')).toEqual({isFree: true, isStored: false})
    cleanup()
  }
})

test.each([
  ['the list of contents alone', {tool: 'structure'}, false, 1],
  ['the list on a phone, where the map would take its place', {tool: 'structure'}, true, 0],
  ['a document', {tool: 'structure', structure: {panes: [[{id: 'navigation'}]]}}, false, 0],
  ['a document that a link leads to', {tool: 'structure', structure: {intent: 'edit', params: {id: 'a'}}}, false, 0],
  ['another tool', {tool: 'reviews'}, false, 0],
])('the site map opens beside the list of contents: %s', (_, state, isNarrow, times) => {
  router.state = state
  router.navigate.mockClear()
  vi.stubGlobal('matchMedia', () => ({matches: isNarrow, addEventListener() {}, removeEventListener() {}}))
  render(
    <StudioTheme>
      <StudioLayout renderDefault={() => <main />} />
    </StudioTheme>,
  )
  expect(router.navigate).toHaveBeenCalledTimes(times)
})
