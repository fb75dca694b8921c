import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {pageOf} from '@/components/testing/fixtures'
import {PageActions} from './PageActions'

const walk = {
  ...({_key: 'walk', _type: 'link', label: 'Try skipping approval', route: '/demo', section: null} as const),
  demo: {step: 2, scenario: {_id: 'anchor.scenario-lims', _rev: 'lims', anchor: 'lims'}},
}
const talk = {_key: 'talk', _type: 'link', label: 'Talk to us', route: '/contact', section: null, demo: null} as const

it('leads to the step of the demo that it promises, and to the form that knows the page', () => {
  const {page} = draw(<PageActions page={pageOf({actions: [walk, talk]})} locale="en" />)
  expect(page.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Try skipping approval', '/h5/en/demo#lims-2'],
    ['Talk to us', '/h5/en/contact?from=/about'],
  ])
})

it('leaves out a button without words, one too many, and itself where there is none', () => {
  // @ts-expect-error -- the lake may hold a link without a label
  const {page} = draw(<PageActions page={pageOf({actions: [{...walk, label: null}, talk]})} locale="en" />)
  expect(page.getAllByRole('link')).toHaveLength(1)
  const three = [walk, talk, {...talk, _key: 'more'}]
  expect(draw(<PageActions page={pageOf({actions: three})} locale="en" />).page.getAllByRole('link')).toHaveLength(2)
  expect(draw(<PageActions page={pageOf()} locale="en" />).body.innerHTML).toBe('')
})
