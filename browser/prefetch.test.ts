// @vitest-environment jsdom
import {beforeEach, expect, it, vi} from 'vitest'

/** An idle page with four links in the viewport and one below. */
async function open() {
  vi.resetModules()
  const paths = ['/h5/en', '/h5/en/lims', '/h5/en/lims', '/h5/en/advp', '/h5/en/below']
  document.body.innerHTML = `<header><a href="/h5/en/top"></a></header><main>${paths.map((path) => `<a href="${path}"></a>`).join('')}</main>`
  for (const link of document.querySelectorAll('a')) {
    const top = link.getAttribute('href')?.endsWith('below') ? innerHeight + 1 : 10
    vi.spyOn(link, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({y: top, width: 100, height: 20}))
  }
  const prefetch = await import('./prefetch.ts')
  prefetch.trackEngagement()
  prefetch.trackIdle()
  vi.runAllTimers()
  return prefetch
}

beforeEach(() => {
  vi.useFakeTimers()
})

it('until the visitor does something, only the first links in the viewport are prefetched', async () => {
  const {mayPrefetchPage} = await open()
  expect(['/h5/en', '/h5/en/lims', '/h5/en/advp', '/h5/en/below', '/h5/en/top'].map(mayPrefetchPage)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

it.each(['scroll', 'pointermove', 'pointerdown', 'keydown'])('after a %s all are, and links are told', async (sign) => {
  const {mayPrefetchPage, subscribeToPrefetch} = await open()
  const told = vi.fn()
  subscribeToPrefetch(told)
  window.dispatchEvent(new Event(sign))
  expect(told).toHaveBeenCalledOnce()
  expect(mayPrefetchPage('/h5/en/below')).toBe(true)
})

it('without a connection nothing is prefetched; once it is back, links are told', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const {mayPrefetchPage, subscribeToPrefetch} = await open()
  window.dispatchEvent(new Event('scroll'))
  expect(mayPrefetchPage('/h5/en')).toBe(false)
  const told = vi.fn()
  subscribeToPrefetch(told)
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(told).toHaveBeenCalledOnce()
  expect(mayPrefetchPage('/h5/en')).toBe(true)
})
