import type {ComponentProps} from 'react'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {draw} from '@/components/testing/draw'
import {settings} from '@/components/testing/fixtures'
import {Blocks} from './Blocks'

const rules = (key: string, heading: string, items: unknown) => ({
  _key: key,
  _type: 'rules',
  heading,
  intro: null,
  items,
})
const flow = (key: string, caption: string) => ({
  _key: key,
  _type: 'flow',
  heading: null,
  intro: null,
  caption,
  steps: [{_key: 's', title: 'Step', text: null, role: null}],
})

const drawBlocks = (blocks: ComponentProps<typeof Blocks>['blocks']) =>
  draw(<Blocks pageId="page-about" blocks={blocks} locale="en" settings={settings} />)

describe('the blocks of a page', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('are shown in order, figures numbered throughout', () => {
    const {page} = drawBlocks([
      flow('a', 'One'),
      rules('b', 'Rules', [{_key: 'i', title: 'T', text: 'X'}]),
      flow('c', 'Two'),
    ])
    expect(
      page.getAllByRole('figure').map((figure) => figure.querySelector('figcaption')?.textContent?.trim()),
    ).toEqual(['Fig. 1 One', 'Fig. 2 Two'])
    expect(console.error).not.toHaveBeenCalled()
  })

  it('leave out one that is broken and show the rest', () => {
    const {page} = drawBlocks([
      rules('a', 'Broken', [{_key: 'i', title: null, text: 'X'}]),
      rules('b', 'Sound', [{_key: 'i', title: 'T', text: 'X'}]),
    ])
    expect(page.queryByRole('heading', {name: 'Broken'})).toBeNull()
    expect(page.getByRole('heading', {name: 'Sound'})).toBeTruthy()
  })

  it('report a broken one with its page, type, key and the path of each problem', () => {
    drawBlocks([rules('a', 'Broken', [{_key: 'i', title: null, text: ''}])])
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^Block a \(rules\) of page-about is left out: items\.0\.title: .+; items\.0\.text: .+$/),
    )
  })

  it('report a block of a kind that the site does not know', () => {
    drawBlocks([{_key: 'z', _type: 'carousel'}])
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      'Block z (carousel) of page-about is left out: there is no such block',
    )
  })

  it('report a transition to a state that does not exist', () => {
    const states = [{_key: 's', name: 'Only', text: null, tone: 'active'}]
    const transitions = [{_key: 't', from: 1, to: 2, label: 'goes'}]
    const block = {_key: 'a', _type: 'states', alternative: 'One state', states, transitions}
    drawBlocks([block])
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      'Block a (states) of page-about is left out: transitions.0: goes from state 1 to state 2, but there are 1',
    )
  })

  it('may be missing altogether', () => {
    expect(drawBlocks(null).body.textContent).toBe('')
  })
})
