// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://site.example/h5/en/lims"}
import {beforeEach, expect, it, vi} from 'vitest'
import {followLinks} from './followLinks'

const push = vi.fn()

beforeEach(() => {
  push.mockReset()
  document.body.innerHTML = '<a href="/h5/en/about"><b>About</b></a><a id="place" href="#content">Content</a>'
  const stop = followLinks({push})
  return stop
})

/** Clicks as a visitor does. Says whether it was left to the browser. */
function click(selector: string, init: MouseEventInit = {}): boolean {
  // A fragment is all that jsdom can go to.
  const left = (event: Event) => {
    heeded = !event.defaultPrevented
    event.preventDefault()
  }
  let heeded = false
  window.addEventListener('click', left, {once: true})
  document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, ...init}))
  return heeded
}

it('follows a link within the document, with its transition, wherever in it the click falls', () => {
  expect(click('b')).toBe(false)
  expect(push).toHaveBeenCalledExactlyOnceWith('/en/about', {transitionTypes: ['page']})
})

it.each([{ctrlKey: true}, {metaKey: true}, {shiftKey: true}, {altKey: true}, {button: 1}])(
  'leaves a click with %j to the browser',
  (init) => {
    expect(click('b', init)).toBe(true)
    expect(push).not.toHaveBeenCalled()
  },
)

it('leaves places on the page, and clicks beside any link, to the browser', () => {
  expect(click('#place')).toBe(true)
  expect(click('body')).toBe(true)
  expect(push).not.toHaveBeenCalled()
})

it('does not follow what somebody else has taken care of', () => {
  document.querySelector('b')?.addEventListener('click', (event) => event.preventDefault())
  click('b')
  expect(push).not.toHaveBeenCalled()
})

it('ends when it is told to', () => {
  followLinks({push})()
  click('b')
  expect(push).toHaveBeenCalledOnce()
})
