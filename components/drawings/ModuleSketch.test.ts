import {expect, it} from 'vitest'
import {routes} from '@/lib/routes'
import {moduleSketches} from './ModuleSketch'

const featurePages = routes.filter((route) => route.includes('Pages/'))

it('has a sketch for each feature page, and no two are the same', () => {
  const missing = featurePages.filter((route) => !moduleSketches[route])
  expect(missing, 'Draw each in `moduleSketches` of ModuleSketch.tsx.').toEqual([])
  expect(new Set(featurePages.map((route) => moduleSketches[route]?.hue)).size).toBe(featurePages.length)
})

it('keeps to absolute starting points within its box', () => {
  const starts = Object.values(moduleSketches).flatMap(({ink, faint = '', hue}) =>
    [...`${ink}${faint}${hue}`.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  )
  expect(starts.filter(([x, y]) => x > 160 || y > 104)).toEqual([])
})
