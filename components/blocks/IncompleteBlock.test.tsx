import {expect, it, vi} from 'vitest'
import {draw} from '@/components/testing/draw'
import {settings} from '@/components/testing/fixtures'
import {Blocks} from './Blocks'
import type {DraftEditing} from './context'

const blocks = [
  {_key: 'new', _type: 'rules', heading: null, intro: null, items: [{_key: 'i', title: 'Title', text: null}]},
  {_key: 'sound', _type: 'rules', heading: 'Sound', intro: null, items: [{_key: 'i', title: 'Title', text: 'Text'}]},
]

const edit: DraftEditing = {
  attribute: (path) => `edit ${path}`,
  Blocks: ({blocks}) => blocks.map(({node}) => node),
}

it('shows an incomplete block in a draft, with what is missing, and leads to it', () => {
  const {body, page} = draw(<Blocks pageId="page-about" blocks={blocks} locale="en" settings={settings} edit={edit} />)
  const card = body.querySelector('[data-incomplete="new"] > *')
  expect(card?.getAttribute('data-sanity')).toBe('edit blocks[_key=="new"]')
  expect(page.getByText('Rules')).toBeTruthy()
  const missing = page.getByText('Rules 1 › Explanation')
  expect(missing.getAttribute('data-sanity')).toBe('edit blocks[_key=="new"].items[_key=="i"].text')
})

it('is left out of what visitors see, where nothing can be edited', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const {body} = draw(<Blocks pageId="page-about" blocks={blocks} locale="en" settings={settings} />)
  expect(body.innerHTML).not.toMatch(/data-(sanity|incomplete)/)
  vi.restoreAllMocks()
})
