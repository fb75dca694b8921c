import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {idleTimeout} from '../lib/constants.ts'

type Idle = typeof import('./idle.ts') & typeof import('./prefetch.ts')

async function browser(connection?: {saveData?: boolean; effectiveType?: string}): Promise<Idle> {
  vi.stubGlobal('window', {})
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', {connection, onLine: true})
  vi.stubGlobal('document', {readyState: 'complete'})
  vi.resetModules()
  return {...(await import('./idle.ts')), ...(await import('./prefetch.ts'))}
}

describe('prefetching', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('waits until the browser is idle, with the timeout of the specification', async () => {
    const {mayPrefetch, subscribeToPrefetch, trackIdle} = await browser({effectiveType: '4g'})
    const requestIdleCallback = vi.fn()
    vi.stubGlobal('window', {requestIdleCallback})
    const told = vi.fn()
    subscribeToPrefetch(told)
    trackIdle()
    expect(requestIdleCallback).toHaveBeenCalledExactlyOnceWith(expect.any(Function), {timeout: idleTimeout})
    expect(mayPrefetch()).toBe(false)
    requestIdleCallback.mock.calls[0]?.[0]()
    expect(mayPrefetch()).toBe(true)
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('does not begin to wait before the page has loaded', async () => {
    const {trackIdle} = await browser()
    const page = Object.assign(new EventTarget(), {requestIdleCallback: vi.fn()})
    vi.stubGlobal('window', page)
    vi.stubGlobal('document', {readyState: 'interactive'})
    trackIdle()
    expect(page.requestIdleCallback).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('load'))
    expect(page.requestIdleCallback).toHaveBeenCalledOnce()
  })

  it('waits for the timeout where there is no idle callback', async () => {
    const {mayPrefetch, trackIdle} = await browser()
    trackIdle()
    vi.advanceTimersByTime(idleTimeout - 1)
    expect(mayPrefetch()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(mayPrefetch()).toBe(true)
  })

  it.each([{saveData: true, effectiveType: '4g'}, {effectiveType: '2g'}, {effectiveType: 'slow-2g'}])(
    'never happens on %o',
    async (connection) => {
      const {canSpare, mayPrefetch, trackIdle} = await browser(connection)
      trackIdle()
      vi.advanceTimersByTime(idleTimeout)
      expect([canSpare(), mayPrefetch()]).toEqual([false, false])
    },
  )
})
