import {afterEach, expect, test, vi} from 'vitest'
import {moduleOfProduct} from '../../../studio/actions/limitNewDocuments.ts'
import {blocks} from '../blockTypes.ts'
import {scenario} from '../documents/scenario.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Sanity's, after which its dialog can only reload the Studio. */
const SANITY_LIMIT_MS = 10_000

const showing = blocks.find(({type}) => typeof type.initialValue === 'function')
const initialValues: [string, unknown][] = [
  ['a scenario', scenario.initialValue],
  ['a module', moduleOfProduct.value],
  ['a block that shows documents', showing?.type.initialValue],
]

test.each(initialValues)('%s can be added while the content API does not respond or fails', async (_, initialValue) => {
  vi.useFakeTimers()
  const outcomeOf = async (fetch: () => Promise<unknown>) => {
    if (typeof initialValue !== 'function') throw new Error('No initial value')
    let outcome: unknown = 'too late'
    void initialValue({product: 'product-lims'}, {getClient: () => ({fetch})}).then((value: unknown) => {
      outcome = value
    })
    await vi.advanceTimersByTimeAsync(SANITY_LIMIT_MS - 1)
    return outcome
  }
  expect(await outcomeOf(() => new Promise(() => {}))).toBeTypeOf('object')
  expect(await outcomeOf(() => Promise.reject(new Error('away')))).toBeTypeOf('object')
})
