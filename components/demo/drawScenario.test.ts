import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {JSDOM} from 'jsdom'
import {expect, it} from 'vitest'
import {settings} from '@/components/testing/fixtures'
import {root} from '@/scripts/product/paths'
import {drawScenario} from './drawScenario'
import {scenarioOf} from './testing/scenarioOf'

const dom = (html: string) => new JSDOM(html).window.document.body

it('a scenario’s pictures come drawn, numbered by their step, with their texts escaped', async () => {
  const {steps} = drawScenario(scenarioOf({cells: 'Order|<b>EX-017</b>'}), {locale: 'en', settings})
  const body = dom(steps[0]?.picture ?? '')
  expect(body.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('What the screen shows')
  expect(body.textContent).toContain('<b>EX-017</b>')
  expect(body.querySelector('text b, tspan b')).toBeNull()
  expect(body.querySelector('figcaption')?.textContent).toContain('Fig. 1')
  expect(body.textContent).toContain('Illustrative screen')
})

it('a choice is a button in its row of the screen, and the answer stands there once it is chosen', () => {
  const {steps} = drawScenario(scenarioOf({row: 1}), {locale: 'en', settings})
  const [step] = steps
  const before = dom(step?.picture ?? '')
  expect([...before.querySelectorAll('[role="group"] button')].map(({textContent}) => textContent)).toEqual([
    'Assign now',
    'Approve',
  ])
  expect(before.querySelector('div[data-outcome]')).toBeNull()
  const [refused, accepted] = (step?.choices ?? []).map(({picture}) => dom(picture).querySelector('[role="group"]'))
  expect(refused?.querySelector('div[data-outcome="refused"]')?.textContent).toMatch(/^RefusedCannot assign.*is first/)
  expect(refused?.querySelector('[aria-pressed="true"]')?.textContent).toBe('Assign now')
  expect(accepted?.querySelector('div[data-outcome="accepted"]')?.textContent).toBe('AcceptedApprovedApproved.')
})

it('a choice stands in its card of a board even if the card names no column, as one without English', () => {
  const scenario = scenarioOf({row: 1})
  const board = {kind: 'board' as const, columns: 'To do|Done', rows: [{_key: 'card', cells: '待办|EX-017'}]}
  for (const {picture} of scenario.steps) Object.assign(picture, board)
  const {picture = '', choices = []} = drawScenario(scenario, {locale: 'en', settings}).steps[0] ?? {}
  const labels = [picture, ...choices.map((choice) => choice.picture)].map((html) =>
    [...dom(html).querySelectorAll('li button')].map(({textContent}) => textContent),
  )
  expect(labels).toEqual(Array(3).fill(['Assign now', 'Approve']))
})

it.each(['table', 'form', 'board'] as const)('a filter leaves the row with the choices in a %s', (kind) => {
  const scenario = scenarioOf({row: 1})
  const rows = ['waiting', 'waiting', 'active', undefined].map((tone, index) => ({
    _key: `${index}`,
    cells: `To do|EX-${index}`,
    note: 'May go on.',
    tone,
  }))
  Object.assign(scenario.steps[0]?.picture ?? {}, {kind, columns: 'To do', filters: 'All|Waiting|Active', rows})
  const {picture = ''} = drawScenario(scenario, {locale: 'en', settings}).steps[0] ?? {}
  const css = readFileSync(join(root, 'components/blocks/screen/Screen.module.css'), 'utf8')
  const document = new JSDOM(`<style>${css}</style>${picture.replace(/_(\w+)_[0-9a-f]{6}/g, '$1')}`).window.document
  const displayOf = (element: Element) => document.defaultView?.getComputedStyle(element).display
  const details = [...document.querySelectorAll('.item .more')]
  const before = details.map(displayOf)
  document.querySelector('.filters [value="active"]')?.setAttribute('checked', '')
  expect(details.map(displayOf)).toEqual(before)
  const shown = [...document.querySelectorAll('.item')].filter((item) => displayOf(item) !== 'none')
  const names = shown.map(({textContent}) => /EX-\d/.exec(textContent)?.[0])
  // Of other kinds than a table, rows without a tone stay.
  expect(names).toEqual(kind === 'table' ? ['EX-0', 'EX-2'] : ['EX-0', 'EX-2', 'EX-3'])
})

it.each([{}, {row: 2}, {row: 1, states: true}])(
  'choices that the picture has no row for stand below it: %j',
  (given) => {
    const {steps} = drawScenario(scenarioOf(given), {locale: 'en', settings})
    const body = dom(steps[0]?.picture ?? '')
    expect(body.querySelectorAll('figure button')).toHaveLength(0)
    expect(body.querySelectorAll('figure ~ div button')).toHaveLength(2)
  },
)

it('a choice of periods stands in these periods of its lane', () => {
  const scenario = scenarioOf({row: 1})
  const [step] = scenario.steps
  if (step) {
    step.picture = {
      _key: 'rigs',
      title: 'Rigs',
      alternative: 'A schedule of rigs',
      _type: 'screen',
      kind: 'schedule',
      columns: 'Mon|Tue|Wed',
      lanes: [{_key: 'lane', label: 'Rig A', items: [{_key: 'item', from: 1, to: 1}]}],
    }
  }
  for (const [index, choice] of (step?.choices ?? []).entries()) {
    choice.from = 2
    choice.to = index ? 9 : null
  }
  const body = dom(drawScenario(scenario, {locale: 'en', settings}).steps[0]?.picture ?? '')
  expect([...body.querySelectorAll('li button')].map((button) => button.getAttribute('style'))).toEqual([
    '--slot:2 / 3',
    '--slot:2 / 4',
  ])
})

it('ids within pictures are one of a kind in the whole scenario', async () => {
  const {steps} = drawScenario(scenarioOf({states: true}), {locale: 'zh', settings})
  const ids = steps
    .flatMap(({picture, choices}) => [picture, ...choices.map((choice) => choice.picture)])
    .flatMap((html) => [...dom(html).querySelectorAll('[id]')].map(({id}) => id))
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(ids.length)
})
