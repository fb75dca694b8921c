import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {Entrances} from './Entrances'

it('leads each kind of reader to the page that answers their question, or to a step of the demo', () => {
  const demo = {step: 3, scenario: {anchor: 'lims'}}
  const items = [
    {_key: 'a', text: 'Who measured this?', link: {label: 'Director', route: '/lims' as const, demo: null}},
    {_key: 'b', text: 'Which rig is free?', link: {label: 'Engineer', route: '/demo' as const, demo}},
  ]
  const groups = [{_key: 'g', title: 'By role', items}]
  const {page} = draw(
    <Entrances block={{_key: 'k', _type: 'entrances', heading: 'Start here', groups}} context={context} />,
  )
  expect(page.getByRole('heading', {level: 3, name: 'By role'})).toBeTruthy()
  expect(page.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Director', '/h5/en/lims'],
    ['Engineer', '/h5/en/demo#lims-3'],
  ])
})
