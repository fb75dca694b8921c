import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {settings} from '@/components/testing/fixtures'
import {drawScenario, stageWords} from './drawScenario'
import {Recap, recapText} from './Recap'
import {StepView} from './StepView'
import {scenarioOf} from './testing/scenarioOf'

const scenario = drawScenario(scenarioOf(), {locale: 'en', settings})
const words = stageWords('en')
const [no = '', yes = ''] = scenario.steps[0]?.choices.map(({key}) => key) ?? []

it('sums up each step with its state, what was refused and why, and what was accepted', () => {
  const {page} = draw(<Recap scenario={scenario} tried={{'#lims-1': [no, yes]}} contact="/contact" words={words} />)
  const [first, second] = page.getAllByRole('listitem').map(({textContent}) => textContent)
  expect(first).toContain('Approve')
  expect(first).toMatch(/Refused.*Assign now.*Approval is first.*Accepted/)
  expect(second).toMatch(/Report.*Issued/)
})

it('says on paper, too, which product it is about', () => {
  const {page} = draw(<Recap scenario={scenario} tried={{}} contact="/contact" words={words} />)
  expect(page.getByText(/^LIMS ·/).textContent).toBe('LIMS · A test order')
})

it('keeps a number with a hyphen in one piece in its heading', () => {
  const {page} = draw(
    <Recap scenario={{...scenario, subject: 'Plan EX-P4'}} tried={{}} contact="/contact" words={words} />,
  )
  const heading = page.getByRole('heading', {name: 'Plan EX-P4: every step on record'})
  expect([...heading.querySelectorAll('span')].map(({textContent}) => textContent)).toEqual(['EX-P4'])
})

it('names the language of a step that is not translated yet', () => {
  const [step, ...others] = scenario.steps
  if (!step) throw new Error('the scenario has no step')
  const partly = {...scenario, steps: [{...step, heading: '审批'}, ...others]}
  const {page} = draw(<Recap scenario={partly} tried={{}} contact="/contact" words={words} />)
  expect(page.getByText('审批').lang).toBe('zh-CN')
  expect(page.getByText('Report').lang).toBe('')
})

it('tells the contact form the process and each choice, and only the process where nothing was tried', () => {
  expect(recapText(scenario, {'#lims-1': [no]}, words)).toBe('LIMS · A test order\n1. Approve: Assign now → Refused')
  expect(recapText(scenario, {'#lims-1': ['gone']}, words)).toBe('LIMS · A test order')
})

it('offers to send it, here and at the last step, only where there is a contact page', () => {
  const links = (contact: string | undefined) => {
    const recap = draw(<Recap scenario={scenario} tried={{}} contact={contact} words={words} />)
    const step = draw(
      <StepView
        scenario={scenario}
        index={scenario.steps.length - 1}
        chosen={undefined}
        contact={contact}
        following={undefined}
        words={words}
      />,
    )
    return [recap, step].flatMap(({body}) =>
      [...body.querySelectorAll('a')].map((link) => link.getAttribute('href')).filter((href) => !href?.startsWith('#')),
    )
  }
  expect(links('/contact')).toEqual(['/contact', '/contact'])
  expect(links(undefined)).toEqual([])
})
