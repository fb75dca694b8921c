import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, roleOf} from '@/components/testing/fixtures'
import {Flow} from './Flow'

const block = {
  _key: 'k',
  _type: 'flow',
  heading: 'From order to report',
  caption: 'The way of an order',
  steps: [
    {_key: 'a', title: 'Order', text: 'Say what to test.', role: roleOf('Applicant')},
    {_key: 'b', title: 'Report', text: null, role: null},
  ],
} as const

it('shows the steps in order, each with who does it', () => {
  const {page} = draw(<Flow block={{...block, steps: [...block.steps]}} context={context} />)
  const steps = page.getAllByRole('listitem').map((item) => item.textContent)
  expect(steps).toEqual(['1OrderSay what to test.Applicant', '2Report'])
})

it('is a figure with its number and caption', () => {
  const {page} = draw(<Flow block={{...block, steps: [...block.steps]}} context={{...context, figure: 3}} />)
  expect(page.getByRole('figure').querySelector('figcaption')?.textContent).toContain('Fig. 3 The way of an order')
})

it('is captioned in the page’s language where the editor gave no caption', () => {
  const {page} = draw(
    <Flow block={{...block, caption: null, steps: [...block.steps]}} context={{...context, locale: 'zh'}} />,
  )
  expect(page.getByRole('figure').querySelector('figcaption')?.textContent).toContain('图 1 流程')
})
