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
