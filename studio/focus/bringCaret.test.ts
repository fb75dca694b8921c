// @vitest-environment jsdom
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {bringCaret} from './bringCaret.ts'
import {goToField, registerForm} from './goToField.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.checkVisibility = () => true
})

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const focused = () => document.activeElement?.id

test('brings the caret back from a dialog that opens around the field and takes it', async () => {
  bringCaret('blocks[_key=="a"].title.en', () => {
    document.body.innerHTML = '<input id="other" /><input id="blocks[_key==&quot;a&quot;].title.en" />'
  })
  await vi.advanceTimersByTimeAsync(200)
  document.getElementById('other')?.focus()
  await vi.advanceTimersByTimeAsync(200)
  expect(focused()).toBe('blocks[_key=="a"].title.en')
})

test('leaves the caret where the editor puts it', async () => {
  document.body.innerHTML = '<input id="other" /><input id="title.en" />'
  bringCaret('title.en', () => {})
  await vi.advanceTimersByTimeAsync(200)
  window.dispatchEvent(new Event('pointerdown'))
  document.getElementById('other')?.focus()
  await vi.advanceTimersByTimeAsync(1000)
  expect(focused()).toBe('other')
})

test('goes to the first field of a block, and not to one of a block with a longer key', async () => {
  document.body.innerHTML =
    '<input id="blocksMore" /><div id="blocks[_key==&quot;a&quot;].title"><input id="x" /></div>'
  bringCaret('blocks', () => {})
  await vi.advanceTimersByTimeAsync(200)
  expect(focused()).toBe('x')
})

test('goes to the text that a paragraph is in, and to no other text', async () => {
  const text = (language: string) =>
    `<div data-testid="field-body.${language}"><div id="${language}" contenteditable="true" tabindex="0"></div></div>`
  document.body.innerHTML = `<div data-testid="field-body">${text('zh')}${text('en')}</div>`
  bringCaret('body.en[_key=="p1"].children[_key=="s1"].text', () => {})
  await vi.advanceTimersByTimeAsync(200)
  expect(focused()).toBe('en')
})

test('a field is visited at once in a form on screen, else when its form appears, once', () => {
  const visited: string[] = []
  const unregister = registerForm('page-a', (path) => visited.push(path))
  expect(goToField({id: 'page-a', path: 'title.en'})).toBe(true)
  unregister()
  expect(goToField({id: 'page-a', path: 'title.zh'})).toBe(false)
  registerForm('page-b', (path) => visited.push(path))()
  registerForm('page-a', (path) => visited.push(path))()
  registerForm('page-a', (path) => visited.push(path))()
  expect(visited).toEqual(['title.en', 'title.zh'])
})
