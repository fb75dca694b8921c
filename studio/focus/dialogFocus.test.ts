// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
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

describe('where the button that led to it is gone', () => {
  /** Presses a button of a pane's bar, then one of what it has opened. */
  async function confirm(bar: HTMLElement, opened: string): Promise<void> {
    bar.querySelector('button')?.focus()
    const open = document.createElement('div')
    open.dataset.ui = opened
    open.innerHTML = '<button>Confirm</button>'
    document.body.append(open)
    open.querySelector('button')?.focus()
    await vi.runAllTimersAsync()
    open.querySelector('button')?.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))
    bar.innerHTML = '<span>Saving</span>'
    await close(open)
  }
  const openPane = () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<main data-testid="document-pane"><button>Menu</button><footer></footer></main>',
    )
    const bar = document.querySelector('footer')
    if (!bar) throw new Error('The pane has no bar.')
    bar.innerHTML = '<div><button>Status</button></div><button data-testid="actions">Actions</button>'
    return bar
  }

  test('the focus goes to the first in its place, once there is one', async () => {
    const bar = openPane()
    bar.innerHTML = '<button data-testid="restore">Restore</button>'
    await confirm(bar, 'Popover')
    expect(document.activeElement).toBe(document.body)
    bar.innerHTML = '<button disabled>Review</button><button>Publish</button>'
    await vi.runAllTimersAsync()
    expect(focused()).toBe('Publish')
  })

  test('it goes to the same one in a pane that is built anew, also if that happens after a while', async () => {
    const bar = openPane()
    bar.querySelector('div')?.remove()
    const [actions] = bar.children
    bar.querySelector('button')?.focus()
    const dialog = document.createElement('div')
    dialog.dataset.ui = 'Dialog'
    dialog.innerHTML = '<button>Delete</button>'
    document.body.append(dialog)
    dialog.querySelector('button')?.focus()
    await close(dialog)
    expect(document.activeElement).toBe(actions)
    bar.closest('main')?.remove()
    await vi.runAllTimersAsync()
    expect(document.activeElement).toBe(document.body)
    openPane()
    await vi.runAllTimersAsync()
    expect(focused()).toBe('Actions')
  })

  test('whoever does something else meanwhile keeps the focus nowhere', async () => {
    const bar = openPane()
    await confirm(bar, 'Popover')
    document.body.dispatchEvent(new MouseEvent('pointerdown', {bubbles: true}))
    bar.innerHTML = '<button>Publish</button>'
    await vi.runAllTimersAsync()
    expect(document.activeElement).toBe(document.body)
  })
})
