// @vitest-environment jsdom
import {act, render} from '@testing-library/react'
import type {NavbarProps} from 'sanity'
import {beforeEach, expect, test, vi} from 'vitest'
import {edits} from '../saving/saving.ts'
import {hasUnsavedTexts, UnsavedTexts} from '../saving/UnsavedTexts.ts'
import {StudioNavbar} from './StudioNavbar.tsx'

const studio = vi.hoisted(() => ({changeLocale: vi.fn()}))
vi.mock('sanity', () => ({
  useCurrentUser: () => null,
  useLocale: () => ({changeLocale: studio.changeLocale, currentLocale: {id: 'en-US'}}),
}))
vi.mock('sanity/router', () => ({useRouter: () => ({})}))
vi.mock('../reviews/reviewRequests.ts', () => ({
  requestsFor: () => ({toAnswer: []}),
  useReviewRequests: () => ({}),
}))

const texts = new UnsavedTexts<string>()
const ask = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('confirm', ask)
  studio.changeLocale.mockClear()
  ask.mockReset()
  return () => {
    texts.clear()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** Presses the button for the other language. */
function changeLanguage() {
  const shown: NavbarProps[] = []
  const renderDefault = (props: NavbarProps) => {
    shown.push(props)
    return <nav />
  }
  const {unmount} = render(<StudioNavbar renderDefault={renderDefault} />)
  const button = shown[0]?.__internal_actions?.find(({name}) => name === 'studio-language')
  act(() => button && 'onAction' in button && button.onAction())
  unmount()
}

test('the language changes once what is being typed is in the document: the form is unmounted by it', async () => {
  edits.recordKeystroke()
  changeLanguage()
  await vi.advanceTimersByTimeAsync(1000)
  expect(studio.changeLocale).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(studio.changeLocale).toHaveBeenCalledExactlyOnceWith('zh-Hans')
})

test('texts that nothing saves are given up for another language only if the editor says so', async () => {
  texts.keep('a', 'call on Monday')
  ask.mockReturnValueOnce(false).mockReturnValueOnce(true)
  changeLanguage()
  await vi.advanceTimersByTimeAsync(1000)
  expect([studio.changeLocale.mock.calls.length, hasUnsavedTexts()]).toEqual([0, true])
  changeLanguage()
  await vi.advanceTimersByTimeAsync(1000)
  expect([studio.changeLocale.mock.calls.length, hasUnsavedTexts()]).toEqual([1, false])
})
