import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {architectureShape} from '@/sanity/blocks/architecture/projection'
import {Architecture} from './Architecture'

const block = {
  _key: 'k',
  _type: 'architecture',
  alternative: 'Requests come in at the top; each service keeps its own data.',
  layers: [
    {_key: 'a', name: 'Entrance', parts: 'Sign-in|Routing', link: 'forwards to'},
    {_key: 'b', name: 'Services', parts: 'Orders', link: 'unused'},
  ],
  shared: 'Log',
}

it('names each layer with its parts, and what leads to the next one', () => {
  const {page, body} = draw(<Architecture block={architectureShape.parse(block)} context={context} />)
  const parts = page
    .getAllByRole('listitem')
    .flatMap(({children, textContent}) => (children.length ? [] : [textContent]))
  expect(parts).toEqual(['Sign-in', 'Routing', 'Orders', 'Log'])
  expect(body.textContent).toContain('forwards to')
  expect(body.textContent).not.toContain('unused')
})

it('tells in words how the layers hang together', () => {
  const {page} = draw(<Architecture block={architectureShape.parse(block)} context={context} />)
  expect(page.getByRole('figure').textContent).toContain('each service keeps its own data')
})

it('names the side strip as the content does, else by what it is', () => {
  const named = {...block, sharedLabel: 'Through all five steps'}
  const sideOf = (data: unknown) =>
    draw(<Architecture block={architectureShape.parse(data)} context={context} />).body.textContent
  expect(sideOf(named)).toContain('Through all five steps')
  expect(sideOf(block)).toContain('Shared by all layers')
})

it('has no side strip where nothing is shared', () => {
  const {body} = draw(<Architecture block={architectureShape.parse({...block, shared: null})} context={context} />)
  expect(body.textContent).not.toContain('Shared by all layers')
})
