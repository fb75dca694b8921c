// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen, within} from '@testing-library/react'
import {afterEach, beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest'
import type {Enquiry, EnquiryFilter, EnquiryPage} from '../../enquiries/enquiry.ts'
import {discardUnsavedTexts, hasUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {EnquiryApiError} from './enquiriesApi.ts'
import {EnquiriesTool} from './enquiriesTool.tsx'

const server = vi.hoisted(() => ({
  client: {},
  search: (_filter: EnquiryFilter): Promise<EnquiryPage> => Promise.reject(new Error('not set')),
  change: vi.fn(),
  forget: vi.fn(),
  exportCsv: vi.fn(),
}))
vi.mock('sanity', () => ({
  definePlugin: (plugin: unknown) => plugin,
  useClient: () => server.client,
}))
vi.mock('./enquiriesApi.ts', async (original) => ({
  ...(await original<typeof import('./enquiriesApi.ts')>()),
  enquiriesApi: () => ({...server, search: (filter: EnquiryFilter) => server.search(filter)}),
}))

const enquiry = (id: string): Enquiry => ({
  id,
  createdAt: 1,
  changedAt: 1,
  status: 'new',
  locale: 'zh',
  name: id,
  company: '',
  phone: '',
  mail: '',
  message: '',
  department: '',
  position: '',
  phoneNumber: '',
  interest: '',
  interestName: '',
  page: '',
  note: '',
  privacyVersion: '',
  deliveries: [],
})
const pageOf = (ids: string[], more = false): EnquiryPage => ({
  enquiries: ids.map(enquiry),
  more,
  counts: {new: 1, inProgress: 0, done: 0, spam: 0},
})
/** Answers by the enquiry after which the page begins, or by status. */
const answers = (pages: Record<string, EnquiryPage>) => async (filter: EnquiryFilter) => {
  const found = pages[filter.before?.id ?? filter.status ?? '']
  if (!found) throw new Error('no such page')
  return found
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('__CONTENT_SOURCE__', {})
})
afterEach(() => {
  cleanup()
  discardUnsavedTexts()
  vi.unstubAllGlobals()
})

const open = () =>
  act(async () => {
    render(
      <StudioTheme>
        <EnquiriesTool tool={{name: 'enquiries', title: '', component: () => null}} />
      </StudioTheme>,
    )
  })
// By text: with the Studio's styles, roles take seconds to find.
const press = async (name: RegExp) => {
  const button = await screen.findByText(name, undefined, {timeout: 50_000})
  await act(async () => fireEvent.click(button))
}
const row = (name: string) => vi.waitUntil(() => rows().find(({textContent}) => textContent?.startsWith(name)), 50_000)
const choose = async (name: string) => {
  const found = await row(name)
  await act(async () => found && fireEvent.click(found))
}
const rows = () => [...document.querySelectorAll('[data-testid="enquiries"] [aria-pressed]')]
const listColumn = () => screen.getByTestId('enquiries').parentElement ?? document.body
const note = () => screen.getByLabelText<HTMLTextAreaElement>(/Note/)
const alert = () => document.querySelector('[role="alert"]')
const returnToTab = () => act(async () => document.dispatchEvent(new Event('visibilitychange')))

test('the list is exported once, however often the button is pressed meanwhile', async () => {
  const asked = Promise.withResolvers<Blob>()
  server.exportCsv.mockReturnValueOnce(asked.promise)
  server.search = answers({'': pageOf(['Wang'])})
  await open()
  await press(/Export CSV/)
  await press(/Export CSV/)
  await act(async () => asked.reject(new Error('enough')))
  await vi.waitFor(() => expect(alert()).not.toBeNull(), 50_000)
  server.exportCsv.mockRejectedValueOnce(new Error('again'))
  await press(/Export CSV/)
  expect(server.exportCsv).toHaveBeenCalledTimes(2)
})

test('whoever may not read enquiries is told so, and offered nothing to search or export', async () => {
  server.search = () => Promise.reject(new EnquiryApiError(403))
  await open()
  await vi.waitFor(() => expect(alert()?.textContent).toContain('Your role may not read enquiries'), 50_000)
  expect(screen.queryByText(/Export CSV|Refresh/)).toBeNull()
  expect(document.querySelector('input, select')).toBeNull()
})

test('on a phone an enquiry takes the place of the list, and hands the focus back to its row', async () => {
  server.search = answers({'': pageOf(['Wang', 'Zhou'])})
  await open()
  expect(screen.queryByText(/Back to the list/)).toBeNull()
  await choose('Zhou')
  expect(document.activeElement?.textContent).toBe('Zhou')
  expect(document.activeElement?.tagName).toBe('H2')
  expect(getComputedStyle(listColumn()).display).toBe('none')
  await press(/Back to the list/)
  expect(document.activeElement).toBe(rows()[1])
  expect(getComputedStyle(listColumn()).display).toBe('block')
})

test('an unsaved note stays when the list loads again, fails to load, and while another enquiry is read', async () => {
  server.search = answers({'': pageOf(['Wang'], true), Wang: pageOf(['Zhou'])})
  await open()
  await press(/earlier/)
  await choose('Zhou')
  fireEvent.change(note(), {target: {value: 'call on Monday'}})
  server.search = answers({'': pageOf(['Wang'])})
  await returnToTab()
  await vi.waitFor(() => expect(rows()).toHaveLength(1), 50_000)
  expect(note().value).toBe('call on Monday')
  server.search = answers({})
  await returnToTab()
  await vi.waitFor(() => expect(alert()).not.toBeNull(), 50_000)
  expect(note().value).toBe('call on Monday')
  expect(rows()).toHaveLength(1)
  await choose('Wang')
  expect(note().value).toBe('')
  server.search = answers({'': pageOf(['Wang', 'Zhou'])})
  await returnToTab()
  await choose('Zhou')
  expect(note().value).toBe('call on Monday')
})

test('the list keeps its earlier pages when it loads again, with what has changed in them', async () => {
  server.search = answers({'': pageOf(['Wang'], true), Wang: pageOf(['Zhou'], true), Zhou: pageOf(['Li'])})
  await open()
  await press(/earlier/)
  server.search = answers({'': pageOf(['Sun', 'Wang'], true), Wang: pageOf(['Zhou'], true), Zhou: pageOf(['Li'])})
  await returnToTab()
  await row('Sun')
  expect(rows().map(({textContent}) => textContent?.slice(0, 3))).toEqual(['Sun', 'Wan'])
})

test('an enquiry that comes in is listed within a minute, and a failure ends by itself', async () => {
  vi.useFakeTimers({toFake: ['setInterval']})
  onTestFinished(() => void vi.useRealTimers())
  server.search = answers({'': pageOf(['Wang'])})
  await open()
  await row('Wang')
  const minute = () => act(async () => vi.advanceTimersByTime(60_000))
  server.search = answers({})
  await minute()
  await vi.waitUntil(() => alert(), 50_000)
  server.search = answers({'': pageOf(['Sun', 'Wang'])})
  await minute()
  await vi.waitUntil(() => rows().length === 2 && !alert(), 50_000)
})

test('the numbers beside each status follow a change', async () => {
  server.search = answers({'': pageOf(['Wang'])})
  await open()
  await choose('Wang')
  server.change.mockReset().mockResolvedValueOnce({...enquiry('Wang'), changedAt: 2, status: 'done'})
  await act(async () => fireEvent.change(screen.getByLabelText(/Status of/), {target: {value: 'done'}}))
  const counts = [...document.querySelectorAll('option')].flatMap(({textContent}) => /\d/.exec(textContent ?? '') ?? [])
  expect(counts.join(), 'all, new, in progress, done, spam').toBe('1,0,0,1,0')
})

test('a note whose enquiry a colleague has erased is shown apart, to be copied or given up; the enquiry is closed', async () => {
  server.search = answers({'': pageOf(['Wang', 'Zhou'])})
  await open()
  await choose('Zhou')
  fireEvent.change(note(), {target: {value: 'call on Monday'}})
  expect(screen.queryByTestId('left-texts')).toBeNull()
  server.search = answers({'': pageOf(['Wang'])})
  server.change.mockReset().mockRejectedValueOnce(new EnquiryApiError(404))
  await press(/Save note/)
  await vi.waitFor(() => expect(screen.getByTestId('left-texts').textContent).toContain('call on Monday'), 50_000)
  expect([screen.queryByTestId('enquiry'), rows().length]).toEqual([null, 1])
  expect(alert()?.textContent).toContain('no longer there')
  await press(/Discard/)
  expect([screen.queryByTestId('left-texts'), hasUnsavedTexts()]).toEqual([null, false])
})

test('an unsaved note is there again when the tool is opened again, and its enquiry is marked until it is saved', async () => {
  server.search = answers({'': pageOf(['Wang', 'Zhou'])})
  await open()
  await choose('Zhou')
  fireEvent.change(note(), {target: {value: 'call on Monday'}})
  cleanup()
  expect(hasUnsavedTexts()).toBe(true)
  await open()
  await row('Zhou')
  expect(rows().map(({textContent}) => textContent?.includes('not saved'))).toEqual([false, true])
  await choose('Zhou')
  expect(note().value).toBe('call on Monday')
  server.change.mockResolvedValueOnce({...enquiry('Zhou'), note: 'call on Monday'})
  await press(/Save note/)
  expect([note().value, hasUnsavedTexts()]).toEqual(['call on Monday', false])
})

describe('a note that a colleague has changed since one began to write', () => {
  const withNote = (text: string) => answers({'': {...pageOf(['Wang']), enquiries: [{...enquiry('Wang'), note: text}]}})
  const theirs = () => screen.queryByTestId('changed-meanwhile')
  const save = () => screen.getByText(/Save note/).closest('button')

  test('is shown beside what was typed, as soon as the list loads again', async () => {
    server.search = withNote('asked for a quote')
    await open()
    await choose('Wang')
    fireEvent.change(note(), {target: {value: 'call on Monday'}})
    expect(theirs()).toBeNull()
    server.search = withNote('quote sent')
    await returnToTab()
    await vi.waitFor(() => expect(theirs()?.textContent).toContain('quote sent'), 50_000)
    expect(note().value).toBe('call on Monday')
    expect(save()?.disabled).toBe(true)
  })

  test.each([
    ['both are kept', /Keep both/, 'quote sent\ncall on Monday'],
    ['mine is kept', /Keep mine/, 'call on Monday'],
    ['theirs is kept', /Keep theirs/, 'quote sent'],
  ])('is not overwritten, and the person decides: %s', async (_, decision, kept) => {
    server.search = withNote('asked for a quote')
    await open()
    await choose('Wang')
    fireEvent.change(note(), {target: {value: 'call on Monday'}})
    server.change.mockReset().mockResolvedValueOnce({...enquiry('Wang'), note: 'quote sent'})
    await press(/Save note/)
    expect(server.change).toHaveBeenCalledWith('Wang', {note: {before: 'asked for a quote', text: 'call on Monday'}})
    expect(theirs()?.textContent).toContain('quote sent')
    expect(note().value).toBe('call on Monday')
    await press(decision)
    expect([note().value, theirs()]).toEqual([kept, null])
    expect([save()?.disabled, hasUnsavedTexts()]).toEqual(kept === 'quote sent' ? [true, false] : [false, true])
    if (kept === 'quote sent') return
    server.change.mockResolvedValueOnce({...enquiry('Wang'), note: kept})
    await press(/Save note/)
    expect(server.change).toHaveBeenLastCalledWith('Wang', {note: {before: 'quote sent', text: kept}})
    expect([note().value, hasUnsavedTexts()]).toEqual([kept, false])
  })
})

test('a list that was asked for before a note was saved does not bring the former one back', async () => {
  server.search = answers({'': pageOf(['Wang'])})
  await open()
  await choose('Wang')
  fireEvent.change(note(), {target: {value: 'called'}})
  server.change.mockReset().mockResolvedValueOnce({...enquiry('Wang'), changedAt: 2, note: 'called'})
  await press(/Save note/)
  await returnToTab()
  await vi.waitFor(() => expect(note().value).toBe('called'), 50_000)
  expect(screen.queryByTestId('changed-meanwhile')).toBeNull()
})

test('what is typed in a note while it is being saved stays in it', async () => {
  server.search = answers({'': pageOf(['Wang'])})
  await open()
  await choose('Wang')
  fireEvent.change(note(), {target: {value: 'called'}})
  const saved = Promise.withResolvers<Enquiry>()
  server.change.mockReturnValueOnce(saved.promise)
  await press(/Save note/)
  fireEvent.change(note(), {target: {value: 'called, again on Monday'}})
  expect(screen.getByText(/Save note/).closest('button')?.disabled).toBe(true)
  await act(async () => saved.resolve({...enquiry('Wang'), note: 'called'}))
  expect(note().value).toBe('called, again on Monday')
  expect(screen.queryByTestId('changed-meanwhile')).toBeNull()
  server.change.mockResolvedValueOnce({...enquiry('Wang'), note: 'called, again on Monday'})
  await press(/Save note/)
  expect(server.change).toHaveBeenLastCalledWith('Wang', {note: {before: 'called', text: 'called, again on Monday'}})
})

test('a note that is too long says by how much, and is not sent to a site that would refuse it', async () => {
  server.search = answers({'': pageOf(['Wang'])})
  await open()
  await choose('Wang')
  const type = (value: string) => fireEvent.change(note(), {target: {value}})
  const save = () => screen.getByText(/Save note/).closest('button')
  type('字'.repeat(10_002))
  expect(screen.getByText(/2 too many/)).toBeTruthy()
  expect(save()?.disabled).toBe(true)
  type('字'.repeat(10_000))
  expect(screen.queryByText(/too many/)).toBeNull()
  expect(save()?.disabled).toBe(false)
})

test('the address of a visitor is a link that mail programs understand', async () => {
  const asked = pageOf(['Wang'])
  server.search = answers({'': {...asked, enquiries: [{...enquiry('Wang'), mail: 'wang&co?@example.com'}]}})
  await open()
  await choose('Wang')
  expect(screen.getByText('wang&co?@example.com').getAttribute('href')).toBe('mailto:wang%26co%3F@example.com')
})

test('the privacy notice that a visitor agreed to is named by its day, as they saw it', async () => {
  const asked = pageOf(['Wang'])
  const privacyVersion = '2026-11-03T23:59:59Z 0bF9kYp'
  server.search = answers({'': {...asked, enquiries: [{...enquiry('Wang'), privacyVersion}]}})
  await open()
  await choose('Wang')
  expect(screen.getByText(/privacy notice of/).closest('dt')?.nextElementSibling?.textContent).toBe('2026年11月3日')
})

test('a problem is no longer shown once the next attempt succeeds', async () => {
  server.search = answers({'': pageOf(['Wang'])})
  await open()
  await choose('Wang')
  fireEvent.change(note(), {target: {value: 'called'}})
  server.change.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce({...enquiry('Wang'), note: 'called'})
  await press(/Save note/)
  expect(alert()).not.toBeNull()
  await press(/Save note/)
  expect(alert()).toBeNull()
})

test('a second press while an enquiry is being erased does not report that it is gone', async () => {
  server.search = answers({'': pageOf(['Wang'])})
  await open()
  await choose('Wang')
  const answer = Promise.withResolvers<void>()
  server.forget.mockReturnValueOnce(answer.promise).mockRejectedValueOnce(new EnquiryApiError(404))
  await press(/Erase$/)
  const confirm = await screen.findByText(/Erase for good$/, undefined, {timeout: 50_000})
  await act(async () => fireEvent.click(confirm))
  await act(async () => fireEvent.click(confirm))
  await act(async () => answer.resolve())
  expect([server.forget.mock.calls.length, alert()]).toEqual([1, null])
})

test('earlier enquiries are added once, and not below those of another filter', async () => {
  let arrive = (_page: EnquiryPage) => {}
  const earlier = () =>
    new Promise<EnquiryPage>((resolve) => {
      arrive = resolve
    })
  const first = answers({'': pageOf(['Wang'], true), done: pageOf(['Sun'])})
  server.search = (filter) => (filter.before ? earlier() : first(filter))
  await open()
  const button = await screen.findByText(/earlier/, undefined, {timeout: 50_000})
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  await act(async () => arrive(pageOf(['Zhou'], true)))
  expect(rows()).toHaveLength(2)
  await press(/earlier/)
  await act(async () => fireEvent.change(screen.getByLabelText(/Status/), {target: {value: 'done'}}))
  await row('Sun')
  await act(async () => arrive(pageOf(['Li'])))
  expect(rows()).toHaveLength(1)
})

test('of two changes that are answered in the other order, the later one stays', async () => {
  server.search = answers({'': pageOf(['li'])})
  const answer: ((changed: Enquiry) => void)[] = []
  server.change.mockImplementation(() => new Promise<Enquiry>((resolve) => answer.push(resolve)))
  onTestFinished(() => void server.change.mockReset())
  await open()
  await act(async () => fireEvent.click(screen.getByText('li')))
  const status = screen.getByLabelText(/Status of this enquiry/)
  await act(async () => fireEvent.change(status, {target: {value: 'done'}}))
  await act(async () => fireEvent.change(status, {target: {value: 'spam'}}))
  await act(async () => answer[1]?.({...enquiry('li'), status: 'spam', changedAt: 3}))
  await act(async () => answer[0]?.({...enquiry('li'), status: 'done', changedAt: 2}))
  expect(status).toHaveProperty('value', 'spam')
  expect(within(screen.getByTestId('enquiries')).getByText(/Spam/)).toBeTruthy()
})
