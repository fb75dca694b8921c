import {JSDOM} from 'jsdom'
import {expect, it} from 'vitest'
import {settings} from '@/components/testing/fixtures'
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

it('a choice says whether it is accepted, and brings a picture only where it has one', async () => {
  const {steps} = drawScenario(scenarioOf(), {locale: 'en', settings})
  expect(steps[0]?.choices.map(({accepted, picture}) => [accepted, typeof picture])).toEqual([
    [false, 'undefined'],
    [true, 'string'],
  ])
})

it('ids within pictures are one of a kind in the whole scenario', async () => {
  const {steps} = drawScenario(scenarioOf({states: true}), {locale: 'zh', settings})
  const ids = steps
    .flatMap(({picture, choices}) => [picture, ...choices.map((choice) => choice.picture ?? '')])
    .flatMap((html) => [...dom(html).querySelectorAll('[id]')].map(({id}) => id))
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(ids.length)
})
