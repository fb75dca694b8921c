// @vitest-environment jsdom
import {vercelStegaCombine} from '@vercel/stega'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {followFocus, tellMissedClicks} from './followFocus.ts'

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
  return vercelStegaCombine(words, {origin: 'sanity.io', id: 'page-a', type: 'page', path}, false)
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

test('the Studio is told of a click on a text, or on a block around it, that Presentation has not taken', () => {
  const studio = document.documentElement.appendChild(document.createElement('iframe')).contentWindow ?? window
  const told = vi.spyOn(studio, 'postMessage').mockReturnValue()
  vi.spyOn(window, 'parent', 'get').mockReturnValue(studio)
  const end = tellMissedClicks()
  const block = 'data-sanity="id=page-a;type=page;path=blocks:new;base=https%3A%2F%2Fstudio.example"'
  document.body.innerHTML = `<main ${block}><h2><b id="a">甲</b>${text('title.zh', '乙')}</h2><p id="b">plain</p><a><i id="c">${text('link.zh', '丙')}</i></a></main><p id="d">plain</p>`
  const click = (id: string, init: MouseEventInit = {}) =>
    document.getElementById(id)?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, ...init}))
  click('a', {ctrlKey: true})
  click('c')
  click('d')
  expect(told).not.toHaveBeenCalled()
  click('a')
  click('b')
  const field = {type: 'site/missedClick', id: 'page-a', documentType: 'page'}
  expect(told.mock.calls).toEqual([
    [{...field, path: 'title.zh'}, '*'],
    [{...field, path: 'blocks:new'}, '*'],
  ])
  const taken = (event: Event) => event.stopPropagation()
  document.getElementById('a')?.addEventListener('click', taken, {capture: true})
  click('a')
  end()
  click('b')
  expect(told).toHaveBeenCalledTimes(2)
})
