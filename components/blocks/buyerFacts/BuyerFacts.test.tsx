import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {BuyerFacts} from './BuyerFacts'

const block = {_key: 'k', _type: 'buyerFacts' as const, heading: 'To settle'}

it('shows topics in their fixed order, and none without words', () => {
  const items = [
    {_key: 'a', topic: 'price' as const, settle: 'How many people?'},
    {_key: 'b', topic: 'training' as const, settle: null, answer: null},
    {_key: 'c', topic: 'deployment' as const, settle: 'Where?', answer: 'Wherever you like.'},
  ]
  const {body, page} = draw(<BuyerFacts block={{...block, items}} context={context} />)
  expect([...body.querySelectorAll('dt')].map(({textContent}) => textContent)).toEqual([
    'Deployment',
    'What decides the price',
  ])
  expect(page.getByText('Wherever you like.')).toBeTruthy()
})

it('is absent, with its heading, while no topic has words', () => {
  const items = [{_key: 'a', topic: 'backup' as const}]
  const {body} = draw(<BuyerFacts block={{...block, items}} context={context} />)
  expect(body.textContent).toBe('')
})
