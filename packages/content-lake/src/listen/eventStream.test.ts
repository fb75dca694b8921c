import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {eventStream} from './eventStream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('eventStream', () => {
  test('cuts off a reader that falls further behind than the limit, and holds nothing for it', async () => {
    const onEnd = vi.fn()
    const stream = eventStream(1000)
    stream.onEnd(onEnd)
    for (let index = 0; index < 20; index += 1) stream.send('mutation', {text: 'x'.repeat(100)})
    expect(onEnd).toHaveBeenCalledOnce()
    await expect(stream.response.text()).rejects.toThrow('1 kB behind')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a reader that keeps up receives more than the limit in all', async () => {
    const onEnd = vi.fn()
    const stream = eventStream(1000)
    stream.onEnd(onEnd)
    const reader = stream.response.body?.getReader()
    await reader?.read()
    for (let index = 0; index < 20; index += 1) {
      stream.send('mutation', {text: 'x'.repeat(100)})
      await reader?.read()
    }
    expect(onEnd).not.toHaveBeenCalled()
  })

  test('sends a comment every 15 seconds until the reader goes', async () => {
    const onEnd = vi.fn()
    const stream = eventStream()
    stream.onEnd(onEnd)
    const reader = stream.response.body?.getReader()
    await reader?.read()
    vi.advanceTimersByTime(15_000)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n')
    await reader?.cancel()
    expect(onEnd).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends once, and is silent afterwards', async () => {
    const onEnd = vi.fn()
    const stream = eventStream()
    stream.onEnd(onEnd)
    stream.send('welcome', {a: '中文'}, 'one')
    stream.end()
    stream.end()
    stream.send('mutation', {})
    expect(await stream.response.text()).toBe('retry: 1000\n\nevent: welcome\nid: one\ndata: {"a":"中文"}\n\n')
    expect(onEnd).toHaveBeenCalledOnce()
  })
})
