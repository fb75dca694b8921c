// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {progressBar} from '../lib/constants.ts'
import {createProgressBar} from './progressBar.ts'

const {startDelay, duration, hideDelay, tick} = progressBar

describe('the progress bar', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('does not come for a page that takes less than the start delay', () => {
    const bar = createProgressBar()
    const seen = vi.fn()
    bar.subscribe(seen)
    bar.start()
    vi.advanceTimersByTime(startDelay - 1)
    bar.finish()
    vi.runAllTimers()
    expect(seen).not.toHaveBeenCalled()
  })

  it('grows with each tick and is full after its duration', () => {
    const bar = createProgressBar()
    bar.start()
    vi.advanceTimersByTime(startDelay)
    expect(bar.current()).toEqual({shown: true, failed: false, percent: 0})
    vi.advanceTimersByTime(tick)
    expect(bar.current().percent).toBe((100 * tick) / duration)
    vi.advanceTimersByTime(duration - tick)
    expect(bar.current().percent).toBe(100)
    vi.advanceTimersByTime(duration)
    expect(bar.current()).toEqual({shown: true, failed: false, percent: 100})
  })

  it('is full when the page has come, and goes after the hide delay', () => {
    const bar = createProgressBar()
    bar.start()
    vi.advanceTimersByTime(startDelay + tick)
    bar.finish()
    expect(bar.current()).toEqual({shown: true, failed: false, percent: 100})
    vi.advanceTimersByTime(hideDelay - 1)
    expect(bar.current().shown).toBe(true)
    vi.advanceTimersByTime(1)
    expect(bar.current().shown).toBe(false)
  })

  it('looks failed on an error, even on one that comes at once', () => {
    const bar = createProgressBar()
    bar.start()
    bar.fail()
    expect(bar.current()).toEqual({shown: true, failed: true, percent: 100})
    vi.advanceTimersByTime(hideDelay)
    expect(bar.current().shown).toBe(false)
  })

  it('goes on where another navigation replaces the first, and starts afresh after an error', () => {
    const bar = createProgressBar()
    bar.start()
    vi.advanceTimersByTime(startDelay + 10 * tick)
    const {percent} = bar.current()
    bar.start()
    expect(bar.current().percent).toBe(percent)
    bar.fail()
    bar.start()
    vi.advanceTimersByTime(startDelay)
    expect(bar.current()).toEqual({shown: true, failed: false, percent: 0})
  })
})

describe('showProgress', () => {
  class Loaded {
    responseStatus = 0
  }
  const element = () => document.querySelector<HTMLElement>('.progress-bar')
  const seen = () => [element()?.dataset.progress, element()?.style.transform]

  /** The module on a page that the browser loaded with this status, with its bar rendered. */
  async function open(status = 200, body = '<div class="progress-bar"></div>') {
    document.body.innerHTML = body
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      Object.assign(new Loaded(), entry, {responseStatus: status}),
    ])
    vi.resetModules()
    const module = await import('./progressBar.ts')
    module.showProgress()
    return module
  }
  const entry = {name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => ({})}

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('PerformanceNavigationTiming', Loaded)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('draws the bar of this tab, from empty to full and away', async () => {
    const {bar} = await open()
    expect(seen()).toEqual(['hidden', ''])
    bar.start()
    vi.advanceTimersByTime(startDelay)
    expect(seen()).toEqual(['loading', 'scaleX(0)'])
    vi.advanceTimersByTime(duration / 2)
    expect(seen()).toEqual(['loading', 'scaleX(0.5)'])
    bar.finish()
    expect(seen()).toEqual(['loading', 'scaleX(1)'])
    vi.advanceTimersByTime(hideDelay)
    expect(seen()).toEqual(['hidden', ''])
  })

  it('draws a failure that another script reports, for the hide delay', async () => {
    const {reportFailure} = await open()
    reportFailure()
    expect(seen()).toEqual(['failed', 'scaleX(1)'])
    vi.advanceTimersByTime(hideDelay)
    expect(seen()).toEqual(['hidden', ''])
  })

  it.each([
    [200, 'hidden'],
    [304, 'hidden'],
    [404, 'failed'],
    [500, 'failed'],
  ])('a page that came with status %i begins with its bar %s', async (status, progress) => {
    await open(status)
    expect(element()?.dataset.progress).toBe(progress)
  })

  it('has no bar left when the browser leaves the page, as Back may show it again', async () => {
    const {bar} = await open()
    bar.start()
    vi.advanceTimersByTime(startDelay)
    window.dispatchEvent(new Event('pagehide'))
    vi.advanceTimersByTime(hideDelay)
    expect(seen()).toEqual(['hidden', ''])
  })

  it('does nothing on a page without a bar', async () => {
    const {bar, reportFailure} = await open(500, '')
    reportFailure()
    expect(bar.current().shown).toBe(false)
  })
})
