import {existsSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {routeFromSegments, routes} from '@/lib/routes'
import {catchAllParams, routeOf} from './catchAll'

const folders = ['app/(zh)', 'app/(en)/en']
const shared = catchAllParams().map(({path}) => routeFromSegments(path))
const own = routes.filter((route) => !shared.includes(route))

describe('the pages of the app folder', () => {
  it('are the route table: each route either shares the catch-all or has a folder of its own, in both languages', () => {
    expect(shared.length + own.length).toBe(routes.length)
    const missing = folders
      .flatMap((folder) => own.map((route) => `${folder}${route}/page.tsx`))
      .filter((file) => !existsSync(file))
    expect(missing).toEqual([])
  })

  it('read their route back from their parameters', async () => {
    expect(await routeOf({params: Promise.resolve({})})).toBe('/')
    expect(await routeOf({params: Promise.resolve({path: ['limsPages', 'entrust']})})).toBe('/limsPages/entrust')
    await expect(routeOf({params: Promise.resolve({path: ['nope']})})).rejects.toMatchObject({
      digest: 'NEXT_HTTP_ERROR_FALLBACK;404',
    })
  })
})
