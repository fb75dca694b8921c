import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, roleOf} from '@/components/testing/fixtures'
import {lanesShape} from '@/sanity/blocks/lanes/projection'
import {handOvers, Lanes} from './Lanes'

const step = (title: string, role: string) => ({_key: title, title, text: null, role: roleOf(role)})
const steps = [step('Apply', 'Applicant'), step('Approve', 'Director'), step('Receive', 'Applicant')]

it('lists the steps in order, each with who does it', () => {
  const block = lanesShape.parse({_key: 'k', _type: 'lanes', heading: 'Who', steps})
  const {page} = draw(<Lanes block={block} context={context} />)
  expect(page.getAllByRole('listitem').map(({textContent}) => textContent)).toEqual([
    '1ApplyApplicant',
    '2ApproveDirector',
    '3ReceiveApplicant',
  ])
})

it('makes one lane of each role, in the order in which they act', () => {
  expect(handOvers(steps).roles.map(({name}) => name)).toEqual(['Applicant', 'Director'])
})

it('leads its line through the lane of each step, turning halfway between two', () => {
  expect(handOvers(steps).path).toEqual({
    down: 'M0.5 0.5V1H1.5V1.5V2H0.5V2.5',
    across: 'M0.5 0.5H1V1.5H1.5H2V0.5H2.5',
  })
})

it('is left out if a step has nobody to do it', () => {
  expect(lanesShape.safeParse({_key: 'k', _type: 'lanes', steps: [{...steps[0], role: null}]}).success).toBe(false)
})
