// @vitest-environment jsdom
import {afterEach, expect, test, vi} from 'vitest'
import {allowZoom} from './allowZoom.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

const sanitys = 'width=device-width, initial-scale=1, maximum-scale=1, viewport-fit=cover'

/** The viewport of Sanity's page, after the Studio has started. */
function viewport(): string | undefined {
  document.head.innerHTML = `<meta name="viewport" content="${sanitys}">`
  allowZoom()
  return document.querySelector<HTMLMetaElement>('meta')?.content
}

test('fingers may zoom the Studio', () => {
  expect(viewport()).toBe('width=device-width, initial-scale=1, viewport-fit=cover')
})

test('an iPhone, where they may anyway, does not zoom into each field', () => {
  vi.stubGlobal('GestureEvent', class {})
  expect(viewport()).toBe(sanitys)
})
