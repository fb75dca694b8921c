import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {Faq} from './Faq'

it('holds every answer in the page and opens the first', () => {
  const items = [
    {_key: 'a', question: 'Why?', answer: 'Because.'},
    {_key: 'b', question: 'When?', answer: 'Now.'},
  ]
  const {body, page} = draw(<Faq block={{_key: 'k', _type: 'faq', heading: 'Questions', items}} context={context} />)
  expect(page.getAllByRole('heading', {level: 3}).map((question) => question.textContent)).toEqual(['Why?', 'When?'])
  expect(page.getByText('Now.')).toBeTruthy()
  expect([...body.querySelectorAll('details')].map(({open}) => open)).toEqual([true, false])
})
