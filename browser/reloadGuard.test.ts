import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {chunkTimeout, reloadGuard} from '../lib/constants.ts'
import {isChunkError, loadChunk, reloadGuarded} from './reloadGuard.ts'

function memory(): () => Storage {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: () => null,
    length: 0,
  }
  return () => storage
}

it('loads the page whole, and not a second time before the guard’s time is over', () => {
  const storage = memory()
  const load = vi.fn()
  expect(reloadGuarded(load, storage, 1000)).toBe(true)
  expect(reloadGuarded(load, storage, 1000 + reloadGuard - 1)).toBe(false)
  expect(load).toHaveBeenCalledTimes(1)
  expect(reloadGuarded(load, storage, 1000 + reloadGuard)).toBe(true)
  expect(load).toHaveBeenCalledTimes(2)
})

it('loads it although the clock was set back since', () => {
  const storage = memory()
  reloadGuarded(() => {}, storage, 10 * reloadGuard)
  expect(reloadGuarded(() => {}, storage, 1000)).toBe(true)
})

it('never reloads where the browser keeps nothing: it could not know when to stop', () => {
  const load = vi.fn()
  const refused = () => {
    throw new Error('The operation is insecure')
  }
  expect(reloadGuarded(load, refused, 0)).toBe(false)
  expect(load).not.toHaveBeenCalled()
})

it('knows an error of page code that did not load from any other', () => {
  const failed = new Error('Failed to load chunk /h5/_next/static/chunks/1.js from module 2')
  expect(isChunkError(failed)).toBe(true)
  expect(isChunkError(Object.assign(new Error('x'), {name: 'ChunkLoadError'}))).toBe(true)
  expect(isChunkError(new Error('Unknown middleware auth'))).toBe(false)
  expect(isChunkError('Failed to load chunk')).toBe(false)
})

describe('loadChunk', () => {
  const reload = vi.fn()
  const failed = new Error('Failed to load chunk /h5/_next/static/chunks/1.js from module 2')
  const settled = vi.fn()

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('window', {location: {reload}, sessionStorage: memory()()})
    vi.stubGlobal('navigator', {onLine: true})
    reload.mockReset()
    settled.mockReset()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('gives the chunk, and waits for nothing more', async () => {
    expect(await loadChunk(async () => 'chunk')).toBe('chunk')
    expect(vi.getTimerCount()).toBe(0)
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page for a chunk that fails, which nobody has to handle then', async () => {
    loadChunk(() => Promise.reject(failed)).then(settled, settled)
    await vi.runAllTimersAsync()
    expect(reload).toHaveBeenCalledOnce()
    expect(settled).not.toHaveBeenCalled()
  })

  it('reloads the page for a chunk that takes too long', async () => {
    loadChunk(() => new Promise(() => {})).then(settled, settled)
    await vi.advanceTimersByTimeAsync(chunkTimeout - 1)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledOnce()
    expect(settled).not.toHaveBeenCalled()
  })

  it.each([
    ['fails', () => Promise.reject(failed)],
    ['takes too long', () => new Promise(() => {})],
  ])('reloads no other page for a chunk that %s once its page is left', async (_, load) => {
    const left = new AbortController()
    loadChunk(load, left.signal).then(settled, settled)
    left.abort()
    await vi.runAllTimersAsync()
    expect(reload).not.toHaveBeenCalled()
    expect(settled).not.toHaveBeenCalled()
  })

  it('rejects where the page was reloaded for a chunk just before', async () => {
    loadChunk(() => Promise.reject(failed)).then(settled, settled)
    await vi.advanceTimersByTimeAsync(reloadGuard - 1)
    await expect(loadChunk(() => Promise.reject(failed))).rejects.toBe(failed)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('rejects offline, where a reload would take the page away', async () => {
    vi.stubGlobal('navigator', {onLine: false})
    await expect(loadChunk(() => Promise.reject(failed))).rejects.toBe(failed)
    expect(reload).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
