// @vitest-environment jsdom
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {followDialogs} from './dialogFocus.ts'

const row = (path: string, name: string) =>
  `<div><button data-ui="Card">${name}</button><div><button id='${path}-menuButton'>…</button></div></div>`
const step = 'steps[_key=="a"]'
const picture = `${step}.picture[_key=="b"]`

let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = row('steps[_key=="z"]', 'Another step') + row(step, 'Step')
  end = followDialogs(document.body)
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

async function openDialog(path: string, content = ''): Promise<HTMLElement> {
  const dialog = document.createElement('div')
  dialog.dataset.testid = 'nested-object-dialog'
  dialog.innerHTML = `<div data-ui="DialogContent" tabindex="-1">
    <div data-testid='field-${path}.heading'><div data-testid='field-${path}.heading.zh'><input></div></div>${content}</div>`
  document.body.append(dialog)
  await vi.runAllTimersAsync()
  return dialog
}

async function close(dialog: HTMLElement): Promise<void> {
  dialog.remove()
  await vi.runAllTimersAsync()
}

const focused = () => document.activeElement?.textContent

test('the focus goes into a dialog that opens, and back to the item’s row, also from a dialog in a dialog', async () => {
  const outer = await openDialog(step, row(picture, 'Picture'))
  expect(outer.contains(document.activeElement)).toBe(true)
  const inner = await openDialog(picture)
  expect(inner.contains(document.activeElement)).toBe(true)
  await close(inner)
  expect(focused()).toBe('Picture')
  await close(outer)
  expect(focused()).toBe('Step')
})

test('what has the focus keeps it', async () => {
  const dialog = await openDialog(step)
  const field = dialog.querySelector('input')
  field?.focus()
  dialog.append('…')
  await vi.runAllTimersAsync()
  expect(document.activeElement).toBe(field)
  const elsewhere = document.body.appendChild(document.createElement('textarea'))
  elsewhere.focus()
  await close(dialog)
  expect(document.activeElement).toBe(elsewhere)
})

test('the row of an item that was removed is not looked for', async () => {
  const dialog = await openDialog('steps[_key=="gone"]')
  await close(dialog)
  expect(document.activeElement).toBe(document.body)
})

test('the focus returns to the button of the menu that led to a dialog', async () => {
  document.body.insertAdjacentHTML('beforeend', '<button id="menu">Menu</button>')
  const button = document.getElementById('menu')
  button?.focus()
  const menu = document.createElement('div')
  menu.dataset.ui = 'Menu'
  menu.innerHTML = '<button>Schedule</button>'
  document.body.append(menu)
  menu.querySelector('button')?.focus()
  menu.remove()
  const dialog = document.createElement('div')
  dialog.dataset.ui = 'Dialog'
  dialog.innerHTML = '<input>'
  document.body.append(dialog)
  await vi.runAllTimersAsync()
  dialog.querySelector('input')?.focus()
  await close(dialog)
  expect(document.activeElement).toBe(button)
})
