import {expect, it, vi} from 'vitest'
import {reloadGuard} from '../lib/constants.ts'
import {isChunkError, reloadGuarded} from './reloadGuard.ts'

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
