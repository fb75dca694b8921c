// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from 'vitest'
import {noticesAbout, onNoticeButton, setBusy, showNotice} from './notices.ts'

const find = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}
/** Names of the notices that a visitor sees. */
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-notice]:not([hidden])')].map(({dataset}) => dataset.notice)

beforeEach(() => {
  document.body.innerHTML = `
    <div class="notices" data-about="connection">
      <p data-notice="offline" hidden>Offline</p>
      <p data-notice="waiting" hidden>Waiting <button>Retry</button></p>
    </div>
    <div class="notices" data-about="freshness">
      <p data-notice="changed" hidden>Changed <button data-busy="Updating">Show</button></p>
      <p data-notice="failed" hidden>Failed <button>Retry</button></p>
    </div>
    <button id="other">Other</button>`
})

describe('showNotice', () => {
  it('shows one notice about a subject at a time, beside those about the other', () => {
    showNotice('connection', 'offline')
    showNotice('freshness', 'changed')
    expect(shown()).toEqual(['offline', 'changed'])
    showNotice('connection', 'waiting')
    expect(shown()).toEqual(['waiting', 'changed'])
    showNotice('connection', undefined)
    expect(shown()).toEqual(['changed'])
  })

  it('does not touch a notice that stays, which screen readers would read again', async () => {
    showNotice('connection', 'offline')
    const changes = new MutationObserver(() => {})
    changes.observe(document.body, {attributes: true, childList: true, subtree: true})
    showNotice('connection', 'offline')
    expect(changes.takeRecords()).toEqual([])
  })

  it('does nothing on a page without notices', () => {
    document.body.innerHTML = ''
    showNotice('freshness', 'changed')
    setBusy('freshness', true)
    expect(noticesAbout('freshness')).toBeNull()
  })
})

describe('setBusy', () => {
  it('disables the buttons about a subject, and those that say so change their words meanwhile', () => {
    const buttons = () =>
      [...document.querySelectorAll('button')].map((b) => `${b.textContent}${b.disabled ? '…' : ''}`)
    setBusy('freshness', true)
    setBusy('freshness', true)
    expect(buttons()).toEqual(['Retry', 'Updating…', 'Retry…', 'Other'])
    setBusy('freshness', false)
    expect(buttons()).toEqual(['Retry', 'Show', 'Retry', 'Other'])
  })
})

describe('onNoticeButton', () => {
  it('calls back with the name of the notice, wherever in the button the click falls', () => {
    const pressed = vi.fn()
    onNoticeButton('freshness', pressed)
    find('[data-notice="changed"] button').innerHTML = '<span>Show</span>'
    find('[data-notice="changed"] span').click()
    find('[data-notice="failed"] button').click()
    expect(pressed.mock.calls).toEqual([['changed'], ['failed']])
  })

  it('hears of no other button, and of no click beside one', () => {
    const pressed = vi.fn()
    onNoticeButton('freshness', pressed)
    find('[data-notice="waiting"] button').click()
    find('#other').click()
    find('[data-notice="changed"]').click()
    expect(pressed).not.toHaveBeenCalled()
  })

  it('hears of the buttons of a page that comes later', () => {
    const pressed = vi.fn()
    onNoticeButton('connection', pressed)
    document.body.innerHTML =
      '<div class="notices" data-about="connection"><p data-notice="waiting"><button></button></p></div>'
    find('button').click()
    expect(pressed).toHaveBeenCalledExactlyOnceWith('waiting')
  })
})
