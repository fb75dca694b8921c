// @vitest-environment jsdom
import {cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {FirstVisit} from './FirstVisit.tsx'

vi.mock('./GuideSteps.tsx', () => ({GuideSteps: () => 'steps'}))

const refuse = () => {
  throw new DOMException('', 'QuotaExceededError')
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const visit = () =>
  render(
    <StudioTheme>
      <FirstVisit />
    </StudioTheme>,
  )
const isOpen = () => screen.queryByTestId('first-visit') !== null

test('the guide opens on the first visit only', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  visit()
  expect(isOpen()).toBe(true)
  fireEvent.click(screen.getByTestId('first-visit-close'))
  expect(isOpen()).toBe(false)
  cleanup()
  visit()
  expect(isOpen()).toBe(false)
})

test.each([
  ['full', {getItem: () => null, setItem: refuse}],
  ['blocked', {getItem: refuse, setItem: refuse}],
])('the guide can be closed where the browser’s storage is %s', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  visit()
  fireEvent.click(screen.getByTestId('first-visit-close'))
  expect(isOpen()).toBe(false)
})
