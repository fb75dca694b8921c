// @vitest-environment jsdom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {repeatEarlyClick} from './repeatEarlyClick.ts'

/** Whatever the page hears of the pointer. */
const heard: string[] = []
let cleanUp: () => void

beforeEach(() => {
  vi.useFakeTimers()
  heard.length = 0
  document.body.innerHTML = '<h1>Title</h1><a href="/h5/about">About <b>us</b></a>'
  find('a').addEventListener('click', (event) => event.preventDefault())
  cleanUp = repeatEarlyClick()
})
afterEach(() => {
  cleanUp()
  vi.useRealTimers()
})

const find = (selector: string): Element => document.querySelector(selector) ?? document.body
const click = (selector: string, options: MouseEventInit = {}) =>
  find(selector).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, ...options}))
const listen = () => {
  for (const type of ['mousemove', 'click']) find('h1').addEventListener(type, () => heard.push(type))
}
const answer = (source: Window | null = parent) =>
  dispatchEvent(new MessageEvent('message', {source, data: {type: 'presentation/focus'}}))

it('repeats a click, with the pointer that came before it, until Presentation answers', () => {
  click('h1')
  listen()
  vi.advanceTimersByTime(450)
  expect(heard).toEqual(['mousemove', 'click', 'mousemove', 'click'])
  answer()
  vi.advanceTimersByTime(10_000)
  expect(heard).toHaveLength(4)
  click('h1')
  vi.advanceTimersByTime(10_000)
  expect(heard).toHaveLength(5)
})

it('goes on when somebody else says that there is an answer', () => {
  click('h1')
  listen()
  answer(null)
  vi.advanceTimersByTime(250)
  expect(heard).toHaveLength(2)
})

it('gives up after a while, and once the editor goes elsewhere', () => {
  listen()
  for (const leave of [() => vi.advanceTimersByTime(15_200), () => dispatchEvent(new Event('blur'))]) {
    click('h1')
    leave()
    heard.length = 0
    vi.advanceTimersByTime(10_000)
    expect(heard).toEqual([])
  }
})

it('repeats the last click alone', () => {
  click('h1')
  click('b')
  listen()
  vi.advanceTimersByTime(10_000)
  expect(heard).toEqual([])
})

it.each([
  ['a link', 'b', {}],
  ['another button of the mouse', 'h1', {button: 1}],
  ['a click with a key', 'h1', {metaKey: true}],
])('leaves %s as it is', (_, selector, options) => {
  click(selector, options)
  const target = find(selector)
  const repeated = vi.fn()
  target.addEventListener('click', repeated)
  vi.advanceTimersByTime(10_000)
  expect(repeated).not.toHaveBeenCalled()
})
