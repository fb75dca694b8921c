import {expect, test} from 'vitest'
import {locales} from '@/lib/locales'
import {localize} from '@/sanity/presentContent'
import {anchorPattern} from '@/sanity/projections/anchor'
import {drawingProjection, drawingShape} from '@/sanity/projections/drawing'
import {scenarioShape} from '@/sanity/projections/scenario'
import {pageQuery} from '@/sanity/Snapshot'
import {documents} from '@/sanity/schema/documents/index.ts'
import {drawingField} from '@/sanity/schema/support/fieldKinds'
import {objectsIn, readSeed} from '../support/readSeed.ts'

const seed = readSeed()
const scenarios = seed.filter(({_type}) => _type === 'scenario')
const byId = new Map(seed.map((document) => [document._id, document]))

/** A scenario as the query returns it: references resolved, the picture taken out of its array. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved)
  if (typeof value !== 'object' || value === null) return value
  if ('_ref' in value && typeof value._ref === 'string') {
    return {_rev: 'r', _updatedAt: '2026-01-01T00:00:00Z', ...byId.get(value._ref)}
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'picture' && Array.isArray(item) ? resolved(item[0]) : resolved(item),
    ]),
  )
}

test('the kinds of pictures are the same in the form, in the projection and in the shape', () => {
  const field = drawingField({title: 'Picture', description: 'A picture'})
  const offered = 'of' in field && Array.isArray(field.of) ? field.of.map(({type}: {type: string}) => type) : []
  const asked = [...drawingProjection.matchAll(/_type == "(\w+)" =>/g)].map(([, name]) => name)
  const read = drawingShape.options.flatMap((shape) => [...shape.shape._type.values])
  expect(offered.length).toBeGreaterThan(3)
  expect(asked.sort()).toEqual([...offered].sort())
  expect([...read].sort()).toEqual([...offered].sort())
})

test('a scenario has a form, a preview, and a place in the page’s query', () => {
  expect(documents.find(({name}) => name === 'scenario')).toHaveProperty('preview.select')
  expect(pageQuery).toContain('*[_type == "scenario"]')
})

test('each of the four products has its scenario in the seed, and all can be walked in both languages', () => {
  expect(scenarios.map(({anchor}) => anchor).sort()).toEqual(['advp', 'evms', 'lims', 'lqm'])
  for (const scenario of scenarios) {
    for (const locale of locales) {
      const data = localize(resolved({_rev: 'r', _updatedAt: '2026-01-01T00:00:00Z', ...scenario}), locale)
      expect(scenarioShape.safeParse(data).error?.issues, `${scenario._id} ${locale}`).toBeUndefined()
    }
    expect(scenario.anchor).toMatch(anchorPattern)
  }
})

test('what the walkthroughs refuse covers the rules that the products keep, each with its reason', () => {
  const choices = scenarios.flatMap(objectsIn).filter(({_type}) => _type === 'scenarioChoice')
  const refused = choices.filter(({outcome}) => outcome === 'refused')
  expect(refused.filter(({reason}) => !reason)).toEqual([])
  const reasons = JSON.stringify(refused.map(({reason}) => reason))
  for (const rule of [
    'within the licence plate’s validity',
    'cannot skip levels',
    'interval is kept between exams',
    'under maintenance',
  ]) {
    expect(reasons).toContain(rule)
  }
})

test('each link from a page of the seed to the demo lands on a step that there is, and of the page’s product', () => {
  const steps = new Map(scenarios.map(({_id, steps}) => [_id, Array.isArray(steps) ? steps.length : 0]))
  for (const page of seed.filter(({_type}) => _type === 'page')) {
    const links = objectsIn(page).filter(
      ({_type, route}) => /^(link|routeLink)$/.test(String(_type)) && route === '/demo',
    )
    const product = Object(page.product)._ref
    for (const {demo} of links) {
      const {scenario, step} = Object(demo)
      expect(step, page._id).toBeLessThanOrEqual(steps.get(scenario?._ref) ?? 0)
      if (product) expect(Object(byId.get(scenario._ref)?.product)._ref, page._id).toBe(product)
    }
    if (product) expect(links.length, page._id).toBeGreaterThan(0)
  }
})
