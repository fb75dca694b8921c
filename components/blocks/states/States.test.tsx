import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {statesShape} from '@/sanity/blocks/states/projection'
import {States} from './States'

const block = statesShape.parse({
  _key: 'k',
  _type: 'states',
  heading: 'Where a certificate stands',
  caption: 'States of a certificate',
  alternative: 'A certificate is valid or suspended.',
  states: [
    {_key: 'a', name: 'Valid', text: 'All projects hold.', tone: 'active'},
    {_key: 'b', name: 'Suspended', text: null, tone: 'waiting'},
  ],
  transitions: [
    {_key: 't', from: 1, to: 2, label: 'suspend'},
    {_key: 'u', from: 2, to: 1, label: 'reinstate'},
  ],
})

it('draws states and labelled transitions under their text alternative', () => {
  const {page} = draw(<States block={block} context={context} />)
  const diagram = page.getByRole('img', {name: 'A certificate is valid or suspended.'})
  const labels = [...diagram.querySelectorAll('text')].map((text) => text.textContent)
  expect(labels).toEqual(['Valid', 'Suspended', 'suspend', 'reinstate'])
})

it('says what each state means and whether it is live, without relying on colour', () => {
  const {page} = draw(<States block={block} context={context} />)
  expect(page.getAllByRole('term').map((term) => term.textContent)).toEqual(['Valid active', 'Suspended waiting'])
  expect(page.getByText('All projects hold.')).toBeTruthy()
})
