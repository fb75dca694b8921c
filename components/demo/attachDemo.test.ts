// @vitest-environment jsdom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {chunkTimeout} from '@/lib/constants'
import {attach, type DemoSettings} from './attachDemo'
import {stageWords} from './drawScenario'

const walkthrough = {update: vi.fn(), unmount: vi.fn()}
const mountWalkthrough = vi.fn((_: {holder: Element; onSettled: (state: 'failed' | 'rendered') => void}) => walkthrough)
const load = vi.fn(async () => ({mountWalkthrough}))
const fetched = vi.fn<typeof fetch>(async () => new Response())

const settings = (title: string): DemoSettings => ({
  outlines: [{anchor: 'lims', title, code: 'LIMS', hue: 'teal', steps: ['Order'], payload: '/payload', contact: '/'}],
  words: stageWords('en'),
  walkthrough: '/walkthrough.js',
  cssModules: {'components/demo/Stage.module.css': {stage: 'stage-1'}},
})

let detach = () => {}

/** The demo as the server renders it. */
function render(): HTMLElement {
  document.body.innerHTML = `<div id="demo"><div><button data-choice="approve">Approve</button></div><div></div></div>`
  const demo = document.querySelector<HTMLElement>('#demo') ?? document.body
  demo.dataset.settings = JSON.stringify(settings('A test order'))
  return demo
}

/** The demo, attached. */
function open(): HTMLElement {
  const demo = render()
  detach = attach(demo, load)
  return demo
}
const first = () => document.querySelector('#demo > :first-child')?.innerHTML
const click = () => document.querySelector('button')?.click()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('matchMedia', () => ({matches: true}))
  history.replaceState(null, '', '/')
})
afterEach(() => {
  detach()
  vi.useRealTimers()
  vi.clearAllMocks()
})

it('loads nothing until the visitor begins, but fetches ahead when the browser is idle', async () => {
  open()
  await vi.runAllTimersAsync()
  expect(load).not.toHaveBeenCalled()
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/walkthrough.js', {priority: 'low'})
})

it('fetches nothing ahead on a connection that cannot spare it', async () => {
  vi.stubGlobal('navigator', {...navigator, onLine: true, connection: {saveData: true}})
  open()
  await vi.runAllTimersAsync()
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

it('begins when idle in a browser that shows the article, as it does not know of the media feature', async () => {
  vi.stubGlobal('matchMedia', () => ({matches: false}))
  open()
  await vi.runAllTimersAsync()
  expect(mountWalkthrough).toHaveBeenCalledOnce()
})

it('begins at once if the focus is in it already, as nobody will move it there again', async () => {
  const demo = render()
  demo.querySelector('button')?.focus()
  detach = attach(demo, load)
  await vi.runAllTimersAsync()
  expect(load).toHaveBeenCalledOnce()
})

it.each(['pointerdown', 'focusin', 'click'])('begins on %s, once, with the class names of the page', async (type) => {
  const demo = open()
  for (const _ of [1, 2]) demo.querySelector('button')?.dispatchEvent(new Event(type, {bubbles: true}))
  await vi.runAllTimersAsync()
  expect(load).toHaveBeenCalledOnce()
  expect(mountWalkthrough).toHaveBeenCalledOnce()
  expect(globalThis.cssModules).toMatchObject(settings('').cssModules)
})

it('begins at once where the link leads to a step', async () => {
  history.replaceState(null, '', '#lims-2')
  open()
  await vi.runAllTimersAsync()
  expect(mountWalkthrough).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({hasMoved: false}))
})

it.each([
  ['#lims-2', [{hasMoved: true}]],
  ['#gone-1', [{hasMoved: true}]],
  ['#main', []],
])('after a link to %s mounts %j', async (hash, mounted) => {
  open()
  history.replaceState(null, '', hash)
  window.dispatchEvent(new Event('hashchange'))
  await vi.runAllTimersAsync()
  expect(mountWalkthrough.mock.calls).toEqual(mounted.map((props) => [expect.objectContaining(props)]))
})

it('passes on the choice that was made before it was there, and while its data is loading', async () => {
  open()
  click()
  await vi.runAllTimersAsync()
  expect(mountWalkthrough).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({early: 'approve'}))
  click()
  expect(walkthrough.update).toHaveBeenCalledExactlyOnceWith({early: 'approve'})
})

it('takes the first screen away once the walkthrough is rendered, and puts it back when the page is left', async () => {
  const demo = open()
  const before = first()
  click()
  await vi.runAllTimersAsync()
  mountWalkthrough.mock.calls[0]?.[0].onSettled('rendered')
  expect([first(), demo.dataset.state]).toEqual(['', 'rendered'])
  detach()
  expect([first(), demo.dataset.state]).toEqual([before, undefined])
  expect(walkthrough.unmount).toHaveBeenCalledOnce()
})

it('shows new content in a preview', async () => {
  const demo = open()
  click()
  await vi.runAllTimersAsync()
  demo.dataset.settings = JSON.stringify(settings('Another order'))
  await vi.runAllTimersAsync()
  const {outlines, words} = settings('Another order')
  expect(walkthrough.update).toHaveBeenCalledExactlyOnceWith({outlines, words})
})

it('does not render on a page that was left while it was loading', async () => {
  const {promise, resolve} = Promise.withResolvers<{mountWalkthrough: typeof mountWalkthrough}>()
  load.mockReturnValueOnce(promise)
  open()
  click()
  detach()
  resolve({mountWalkthrough})
  await vi.runAllTimersAsync()
  expect(mountWalkthrough).not.toHaveBeenCalled()
})

it('reloads no other page for a module that takes too long', async () => {
  const reload = vi.fn()
  vi.stubGlobal('navigator', {onLine: true})
  vi.stubGlobal('window', Object.create(window, {location: {value: {reload}}}))
  load.mockReturnValueOnce(new Promise(() => {}))
  open()
  click()
  detach()
  await vi.advanceTimersByTimeAsync(chunkTimeout)
  expect(reload).not.toHaveBeenCalled()
})

it('shows the article if it cannot be loaded, offline without a reload', async () => {
  vi.stubGlobal('navigator', {onLine: false})
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const demo = open()
  click()
  await vi.runAllTimersAsync()
  expect([demo.dataset.state, first()]).toEqual(['failed', expect.stringContaining('button')])
})
