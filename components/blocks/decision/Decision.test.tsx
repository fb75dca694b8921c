import {expect, it} from 'vitest'
import {entryNamed} from '@/components/blocks/Blocks'
import {draw} from '@/components/testing/draw'
import {context, documentOf} from '@/components/testing/fixtures'
import {Decision} from './Decision'

const choices = [
  {
    _key: 'no',
    label: 'Assign now',
    outcome: 'refused' as const,
    answer: 'Cannot assign.',
    reason: 'Approval is first.',
  },
  {_key: 'yes', label: 'Approve', outcome: 'accepted' as const, answer: 'Approved.'},
]
const steps = [
  {_key: 'one', state: 'Placed'},
  {_key: 'two', state: 'Approved', question: 'Not approved yet. What now?', choices},
]
const scenario = {...documentOf('scenario', 'scenario-lims'), anchor: 'lims', subject: 'Order EX-017', steps}
const drawn = (step: number) =>
  draw(<Decision block={{_key: 'k', _type: 'decision', heading: 'Try it', demo: {step, scenario}}} context={context} />)

it('asks the question of its step, answers each choice, and leads on to that step', () => {
  const {page, body} = drawn(2)
  expect(page.getByRole('group', {name: 'Order EX-017 Not approved yet. What now?'})).toBeTruthy()
  expect(page.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['no', 'yes'])
  expect([...body.querySelectorAll('label + p')].map(({textContent}) => textContent)).toEqual([
    'Refused Cannot assign. Approval is first.',
    'Accepted Approved. ',
  ])
  expect(page.getByRole('link').getAttribute('href')).toBe('/h5/en/demo#lims-2')
})

it('is refused where the step asks nothing, or is gone, so that no list of sections has it', () => {
  const read = (step: number) => entryNamed('decision')?.read({_key: 'k', _type: 'decision', demo: {step, scenario}})
  expect([1, 9].map(read)).toEqual(
    [1, 9].map((step) => ({
      problems: [{path: ['demo', 'step'], message: `step ${step} of the scenario has no choices`}],
    })),
  )
  expect(read(2)).toHaveProperty('render')
})
