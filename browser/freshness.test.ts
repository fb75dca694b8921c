// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {freshnessInterval, minimumPending} from '../lib/constants.ts'
import {watchFreshness} from './freshness.ts'

const navigation = vi.hoisted(() => ({
  stalled: false,
  stallListeners: new Set<() => void>(),
  pageListeners: new Set<(restored: boolean) => void>(),
  refreshPage: vi.fn<() => Promise<void>>(),
}))
vi.mock('./followLinks.ts', () => ({
  isStalled: () => navigation.stalled,
  onStall: (listener: () => void) => navigation.stallListeners.add(listener),
  onPage: (listener: (restored: boolean) => void) => navigation.pageListeners.add(listener),
  refreshPage: navigation.refreshPage,
}))

const fetched = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), {status})

/** Puts a page in place, as `followLinks.ts` does. */
function arrive(payload: string, version: string, {restored = false} = {}): void {
  document.body.innerHTML = `<div class="notices" data-about="freshness" data-payload="${payload}" data-version="${version}">
    <p data-notice="changed" hidden><button data-busy="Updating">Show</button></p>
    <p data-notice="failed" hidden><button>Retry</button></p></div>`
  for (const listener of navigation.pageListeners) listener(restored)
}

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-notice]:not([hidden])')].map(({dataset}) => dataset.notice)
const buttonOf = (name: string) => {
  const button = document.querySelector<HTMLButtonElement>(`[data-notice="${name}"] button`)
  if (!button) throw new Error(`The notice ${name} has no button.`)
  return button
}

/** The visitor comes back to the tab, and what that causes is done. */
async function comeBack(): Promise<void> {
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(minimumPending)
}
async function press(name: string): Promise<void> {
  buttonOf(name).click()
  await vi.advanceTimersByTimeAsync(minimumPending)
}

let added: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset().mockImplementation(async () => answer({version: 'v1'}))
  navigation.stalled = false
  navigation.refreshPage.mockReset().mockResolvedValue()
  arrive('/h5/payloads/about.json', 'v1')
  added = [window, document].map((target) => {
    const {calls} = vi.spyOn(target, 'addEventListener').mock
    return () => {
      for (const [type, listener] of calls) target.removeEventListener(type, listener)
    }
  })
  watchFreshness()
})
afterEach(() => {
  for (const remove of added) remove()
  navigation.stallListeners.clear()
  navigation.pageListeners.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('looks whether the page has changed', () => {
  it.each([
    ['the visitor returns to the window', () => window.dispatchEvent(new Event('focus'))],
    ['the visitor returns to the tab', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the connection is back', () => window.dispatchEvent(new Event('online'))],
    [
      'Back shows the page as it was',
      () => window.dispatchEvent(Object.assign(new Event('pageshow'), {persisted: true})),
    ],
    ['Back shows a page that was left', () => arrive('/h5/payloads/about.json', 'v1', {restored: true})],
    ['the interval is over', () => vi.advanceTimersByTime(freshnessInterval)],
  ])('when %s', (_, happen) => {
    expect(fetched).not.toHaveBeenCalled()
    happen()
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/h5/payloads/about.json', {cache: 'no-cache'})
  })

  it('and says nothing where it has not', async () => {
    await comeBack()
    expect(shown()).toEqual([])
  })

  it.each([
    ['the tab is hidden', () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')],
    ['there is no connection', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
    ['the page has nothing to look for', () => document.body.replaceChildren()],
    ['the page has no version', () => arrive('/h5/payloads/about.json', '')],
  ])('but not while %s', (_, make) => {
    make()
    for (const type of ['focus', 'online']) window.dispatchEvent(new Event(type))
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(freshnessInterval)
    expect(fetched).not.toHaveBeenCalled()
  })

  it('but not when the page is shown for the first time', () => {
    arrive('/h5/payloads/about.json', 'v1')
    window.dispatchEvent(Object.assign(new Event('pageshow'), {persisted: false}))
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('a page that has changed', () => {
  beforeEach(async () => {
    fetched.mockImplementation(async () => answer({version: 'v2'}))
    await comeBack()
  })

  it('stays as it is and offers what is new', () => {
    expect(shown()).toEqual(['changed'])
    expect(navigation.refreshPage).not.toHaveBeenCalled()
  })

  it('is replaced at the press of the button, which says so meanwhile', async () => {
    const refreshed = Promise.withResolvers<void>()
    navigation.refreshPage.mockReturnValue(refreshed.promise)
    await press('changed')
    expect([buttonOf('changed').textContent, buttonOf('changed').ariaDisabled]).toEqual(['Updating', 'true'])
    arrive('/h5/payloads/about.json', 'v2')
    refreshed.resolve()
    await vi.advanceTimersByTimeAsync(minimumPending)
    expect(shown()).toEqual([])
    expect([buttonOf('changed').textContent, buttonOf('changed').ariaDisabled]).toEqual(['Show', 'false'])
    expect(navigation.refreshPage).toHaveBeenCalledOnce()
  })

  it('is replaced at the first press, although that brings the window to the front and so looks again', async () => {
    // Between the pointer's press and the click.
    window.dispatchEvent(new Event('focus'))
    await press('changed')
    expect(navigation.refreshPage).toHaveBeenCalledOnce()
  })

  it('tells that it could not be replaced; the button looks again and offers it again', async () => {
    navigation.refreshPage.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await press('changed')
    expect(shown()).toEqual(['failed'])
    await press('failed')
    expect(shown()).toEqual(['changed'])
    expect(navigation.refreshPage).toHaveBeenCalledOnce()
  })

  it('offers nothing on another page, nor on the same one as it is now', () => {
    arrive('/h5/payloads/lims.json', 'v7')
    expect(shown()).toEqual([])
    arrive('/h5/payloads/about.json', 'v2')
    expect(shown()).toEqual([])
  })

  it('offers nothing more where the change was taken back', async () => {
    fetched.mockImplementation(async () => answer({version: 'v1'}))
    await comeBack()
    expect(shown()).toEqual([])
  })
})

describe('a look that fails', () => {
  it.each([
    ['without a connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['with an error of the server', async () => answer({version: 'v2'}, 500)],
    ['with an answer that has no version', async () => answer({})],
    ['with an answer that is nothing', async () => answer(null)],
    ['with an answer that is no data', async () => new Response('<html>')],
  ])('%s is told, and the button looks again', async (_, respond) => {
    fetched.mockImplementation(respond)
    await comeBack()
    expect(shown()).toEqual(['failed'])
    fetched.mockImplementation(async () => answer({version: 'v1'}))
    await press('failed')
    expect(shown()).toEqual([])
  })

  it('is not told on another page', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    await comeBack()
    arrive('/h5/payloads/lims.json', 'v7')
    expect(shown()).toEqual([])
  })

  it('is not told beside a link that waits for the connection, which has the same cause', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    await comeBack()
    navigation.stalled = true
    for (const listener of navigation.stallListeners) listener()
    expect(shown()).toEqual([])
  })

  it('disables the buttons while the next is on its way, with their words as they are', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await comeBack()
    fetched.mockReturnValueOnce(new Promise(() => {}))
    await press('failed')
    expect(buttonOf('failed').ariaDisabled).toBe('true')
    expect(buttonOf('changed').textContent).toBe('Show')
  })

  it('keeps its button, and the focus on it, while the next fails as well', async () => {
    await comeBack()
    await press('changed')
    navigation.refreshPage.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    await comeBack()
    buttonOf('failed').focus()
    await press('failed')
    expect(document.activeElement).toBe(buttonOf('failed'))
    await vi.advanceTimersByTimeAsync(minimumPending)
    expect([shown(), document.activeElement]).toEqual([['failed'], buttonOf('failed')])
  })
})

it('a look at a page that was left tells nothing about the next', async () => {
  const late = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(late.promise)
  await comeBack()
  arrive('/h5/payloads/lims.json', 'v7')
  late.resolve(answer({version: 'v2'}))
  await vi.advanceTimersByTimeAsync(minimumPending)
  expect(shown()).toEqual([])
  expect(buttonOf('changed').ariaDisabled).toBe('false')
})
