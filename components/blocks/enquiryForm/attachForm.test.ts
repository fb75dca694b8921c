import {expect, it, vi} from 'vitest'

const loaded = vi.hoisted((): string[] => [])
vi.mock('libphonenumber-js/max', (importOriginal) => {
  loaded.push('libphonenumber-js')
  return importOriginal()
})
vi.mock('zod/mini', (importOriginal) => {
  loaded.push('zod')
  return importOriginal()
})

it('loads the rules and the phone library only with what sends the form', async () => {
  await import('./attachForm')
  expect(loaded).toEqual([])
  await import('./sendForm')
  expect(loaded.toSorted()).toEqual(['libphonenumber-js', 'zod'])
})
