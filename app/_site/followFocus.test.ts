// @vitest-environment jsdom
import {vercelStegaCombine} from '@vercel/stega'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {followFocus} from './followFocus.ts'

const animate = vi.fn()
const scrollIntoView = vi.fn()
let stop = () => {}

beforeEach(() => {
  // jsdom has no layout.
  animate.mockReset().mockReturnValue({cancel: vi.fn()})
  Element.prototype.animate = animate
  Element.prototype.scrollIntoView = scrollIntoView
  Element.prototype.checkVisibility = () => true
  stop = followFocus()
})

afterEach(() => {
  stop()
  document.body.replaceChildren()
})

/** A text as a draft shows it. */
function text(path: string, words: string): string {
  return vercelStegaCombine(words, {origin: 'sanity.io', id: 'page-a', path}, false)
}

function focus(path: string): void {
  const data = {type: 'site/focus', id: 'page-a', path}
  window.dispatchEvent(new MessageEvent('message', {source: window.parent, data}))
}

const marked = () => animate.mock.contexts.map((element) => (element instanceof Element ? element.id : ''))

test('marks the text of the field, among texts that lead nowhere', () => {
  document.body.innerHTML = `<main><p>plain</p><h2 id="a">${text('title.zh', '甲')}</h2></main>`
  focus('title.en')
  expect(marked()).toEqual(['a'])
})

test('opens what is folded around it', () => {
  document.body.innerHTML = `<main><details><summary>more</summary><p id="a">${text('title.zh', '甲')}</p></details></main>`
  focus('title.zh')
  expect(document.querySelector('details')?.open).toBe(true)
})

test('marks a new block once the page shows it', async () => {
  focus('blocks[_key=="new"]')
  expect(marked()).toEqual([])
  document.body.innerHTML = `<main><h2 id="new">${text('blocks:new.heading.zh', '新')}</h2></main>`
  await expect.poll(marked).toEqual(['new'])
})

test('marks a block that has no text yet, and the field missing in it', () => {
  const place = (path: string) => `data-sanity="id=page-a;type=page;path=${path};base=https%3A%2F%2Fstudio.example"`
  document.body.innerHTML = `<main><div id="a" ${place('blocks:new')}><p id="b" ${place('blocks:new.caption')}>-</p></div></main>`
  focus('blocks[_key=="new"]')
  focus('blocks[_key=="new"].caption.zh')
  expect(marked()).toEqual(['a', 'b'])
})

test('ignores messages of others', () => {
  document.body.innerHTML = `<main><h2 id="a">${text('title.zh', '甲')}</h2></main>`
  window.dispatchEvent(new MessageEvent('message', {data: {type: 'site/focus', id: 'page-a', path: 'title.zh'}}))
  expect(marked()).toEqual([])
})
