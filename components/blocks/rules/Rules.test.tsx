import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {Rules} from './Rules'

const items = [
  {_key: 'a', title: 'First', text: 'One'},
  {_key: 'b', title: 'Second', text: 'Two'},
]

it('shows each item with its title below the section’s heading', () => {
  const {page} = draw(<Rules block={{_key: 'k', _type: 'rules', heading: 'Heading', items}} context={context} />)
  expect(page.getByRole('region', {name: 'Heading'})).toBeTruthy()
  expect(page.getAllByRole('heading', {level: 3}).map((title) => title.textContent)).toEqual(['First', 'Second'])
  expect(page.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['FirstOne', 'SecondTwo'])
})

it('leaves no gap in the headings where the section has none', () => {
  const {page} = draw(<Rules block={{_key: 'k', _type: 'rules', items}} context={context} />)
  expect(page.getAllByRole('heading', {level: 2})).toHaveLength(2)
})
