import {afterEach, expect, onTestFinished, test, vi} from 'vitest'
import {persistentImport, withPersistentImports} from './persistentImports.ts'

const url = 'http://localhost:3333/static/part-1.js'
const failure = new TypeError(`Failed to fetch dynamically imported module: ${url}`)

/** Loads a part whose server answers like this in turn, 0 for nothing; it can be loaded once there is no answer left. */
function load(...answers: number[]) {
  const head = vi.fn<typeof fetch>(async () => {
    const status = answers.shift() ?? 200
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(null, {status})
  })
  vi.stubGlobal('fetch', head)
  const part = vi.fn(() => (answers.length > 0 ? Promise.reject(failure) : Promise.resolve('the part')))
  return persistentImport(part, async () => {})
}

afterEach(() => vi.unstubAllGlobals())

test('a part loads once the connection is back, or somebody is signed in', async () => {
  expect(await load(0, 0, 401, 401, 503, 200)).toBe('the part')
})

test('a server that does not answer whether it has a part is asked again', async () => {
  const hang = (signal?: AbortSignal | null) => (signal ? Promise.reject(signal.reason) : new Promise<never>(() => {}))
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => hang(init.signal))
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  onTestFinished(() => timeout.mockRestore())
  let isThere = false
  const part = () => (isThere ? Promise.resolve('the part') : Promise.reject(failure))
  const back = async () => {
    isThere = true
  }
  expect(await persistentImport(part, back)).toBe('the part')
})

test('a part that an update has replaced fails, and so does one that the browser does not load', async () => {
  await expect(load(0, 404, 200)).rejects.toBe(failure)
  await expect(load(...Array(9).fill(200))).rejects.toBe(failure)
})

test('an error of the part itself is no matter of the connection', async () => {
  const error = new RangeError('Invalid array length')
  await expect(persistentImport(() => Promise.reject(error))).rejects.toBe(error)
})

test('the code for the bundle stands alone, and another helper than the known one is refused', () => {
  const known = 'return baseModule().catch(handlePreloadError)'
  const code = withPersistentImports(known) ?? ''
  expect(() => new Function('baseModule', 'handlePreloadError', code)).not.toThrow()
  expect(code).toContain('return persistentImport(baseModule).catch')
  expect(withPersistentImports('return baseModule()')).toBeUndefined()
})
