import {describe, expect, it, vi} from 'vitest'
import type {PageStates} from './affectedRoutes.ts'
import {type Answer, verifyPages} from './verifyPages.ts'

const target = {route: '/about' as const, url: 'http://site/h5/about'}
const shows = (version: string): PageStates => new Map([['/about', {version, documents: []}]])
const answer = (version: string, cache: string): Answer => ({version, cache})

/** A site that gives these answers in turn, then the last one for ever; time passes only by waiting. */
function verification(answers: (Answer | Error)[], later: PageStates[] = []) {
  let asked = 0
  let time = 0
  const revalidateAgain = vi.fn(async () => undefined)
  return {
    revalidateAgain,
    asked: () => asked,
    time: () => time,
    options: {
      targets: [target],
      expected: shows('new'),
      ask: async () => {
        const next = answers[Math.min(asked++, answers.length - 1)]
        if (!next || next instanceof Error) throw next
        return next
      },
      loadExpected: async () => later.shift() ?? shows('new'),
      isTakenOver: () => false,
      revalidateAgain,
      wait: async (milliseconds: number) => {
        time += milliseconds
      },
      now: () => time,
    },
  }
}

describe('verifying pages', () => {
  it('asks once where the page is new already', async () => {
    const {options, asked} = verification([answer('new', 'HIT')])
    expect((await verifyPages(options)).failed).toEqual([])
    expect(asked()).toBe(1)
  })

  it('asks until the rendering that its first request started has arrived', async () => {
    const {options, asked, revalidateAgain} = verification([
      answer('old', 'STALE'),
      answer('old', 'STALE'),
      answer('new', 'HIT'),
    ])
    expect((await verifyPages(options)).failed).toEqual([])
    expect(asked()).toBe(3)
    expect(revalidateAgain).not.toHaveBeenCalled()
  })

  it('leaves a page to the verification of a later publish', async () => {
    const {options, asked} = verification([answer('old', 'STALE')])
    expect((await verifyPages({...options, isTakenOver: () => true})).failed).toEqual([])
    expect(asked()).toBe(1)
  })

  it('marks a page again that is old although the cache takes it for new', async () => {
    const {options, revalidateAgain} = verification([
      answer('old', 'STALE'),
      answer('old', 'HIT'),
      answer('new', 'HIT'),
    ])
    expect((await verifyPages(options)).failed).toEqual([])
    expect(revalidateAgain).toHaveBeenCalledExactlyOnceWith(['/about'])
  })

  it('is content with a page that another publish has made newer still, and says so', async () => {
    const {options, revalidateAgain} = verification([answer('newer', 'HIT')], [shows('newer')])
    const outcome = await verifyPages(options)
    expect(outcome.failed).toEqual([])
    expect(outcome.expected.get('/about')?.version).toBe('newer')
    expect(revalidateAgain).not.toHaveBeenCalled()
  })

  it('goes on when the site does not answer for a while', async () => {
    const {options} = verification([new Error('ECONNRESET'), new Error('ECONNRESET'), answer('new', 'HIT')])
    expect((await verifyPages(options)).failed).toEqual([])
  })

  it('goes on when the content API is away, with what it last heard', async () => {
    const {options} = verification([answer('old', 'HIT'), answer('new', 'HIT')])
    const away = {...options, loadExpected: () => Promise.reject(new Error('away'))}
    expect((await verifyPages(away)).failed).toEqual([])
  })

  it('gives up after a minute and names what is still old, having waited two seconds at most', async () => {
    const {options, asked, time} = verification([answer('old', 'STALE')])
    expect((await verifyPages(options)).failed).toEqual([target])
    expect(time()).toBeGreaterThan(60_000)
    expect(time()).toBeLessThanOrEqual(62_000)
    expect(asked()).toBeLessThan(50)
  })
})
