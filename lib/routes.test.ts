import {describe, expect, it} from 'vitest'
import {areaOf, isRoute, pageId, productOf, routeFromSegments, routeSegments, routes} from './routes.ts'

describe('the route table', () => {
  it('holds 50 different routes', () => {
    expect(new Set(routes).size).toBe(routes.length)
    const remedy = 'Correct this number, the next test, and 50 and 100 in README.md, README.zh-CN.md and docs.'
    expect(routes.length, remedy).toBe(50)
  })

  it('has the feature pages of each product and sixteen pages at the top', () => {
    const count = (area: string) => routes.filter((route) => areaOf(route) === area && route.includes('Pages/')).length
    expect([count('advp'), count('evms'), count('lims'), count('lqm')]).toEqual([4, 13, 12, 4])
    expect(routes.filter((route) => route !== '/' && !route.includes('Pages/')).length).toBe(16)
  })

  it('gives every route a document id of its own, without dots', () => {
    expect(new Set(routes.map(pageId)).size).toBe(routes.length)
    expect(routes.map(pageId).filter((id) => id.includes('.'))).toEqual([])
    expect([pageId('/'), pageId('/limsPages/entrust')]).toEqual(['page-home', 'page-limsPages-entrust'])
  })

  it('turns into segments and back', () => {
    for (const route of routes) expect(routeFromSegments(routeSegments(route))).toBe(route)
    expect(routeFromSegments(undefined)).toBe('/')
    expect(routeFromSegments(['nope'])).toBeUndefined()
  })

  it('knows a route only as it is written', () => {
    expect(['/about', '/'].map(isRoute)).toEqual([true, true])
    expect(['/ABOUT', '/about/', 'about', '', '/en', '/limspages/entrust'].map(isRoute)).toEqual(Array(6).fill(false))
  })

  it('tells the product of product and feature pages', () => {
    expect([productOf('/lims'), productOf('/lqmPages/ncr'), productOf('/about')]).toEqual(['lims', 'lqm', undefined])
  })
})
