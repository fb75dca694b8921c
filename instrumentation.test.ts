import {expect, it, vi} from 'vitest'
import {onRequestError} from './instrumentation.ts'
import {SiteError} from './lib/errors.ts'

const request = {method: 'GET', path: '/en/odoo?name=Li', headers: {cookie: 'session=secret'}}
const context = {routerKind: 'App Router', routePath: '/en/[[...path]]', routeType: 'render'} as const

/** Reports an error as often as Next does; returns what was logged. */
async function log(error: unknown): Promise<unknown[][]> {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (let layer = 0; layer < 3; layer++)
    await onRequestError(error, request, {...context, revalidateReason: undefined})
  const {calls} = lines.mock
  lines.mockRestore()
  return calls
}

it('a page that fails is logged once, by its address without what follows the question mark', async () => {
  expect(await log(SiteError.unknownMiddleware('nonsense'))).toEqual([
    ['GET /h5/en/odoo failed (render of /en/[[...path]]):', 'Unknown middleware nonsense'],
  ])
})

it('an error that nobody foresaw is logged with its stack', async () => {
  const error = new TypeError('Cannot read properties of undefined')
  expect(await log(error)).toEqual([[expect.stringContaining('/h5/en/odoo failed'), error]])
})

it('what is thrown and no error is logged, too', async () => {
  expect(await log('nothing')).toContainEqual([expect.stringContaining('/h5/en/odoo failed'), 'nothing'])
})
