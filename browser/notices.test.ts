// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from 'vitest'
import {noticesAbout, onNoticeButton, setButtons, showNotice} from './notices.ts'

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

  it('keeps the focus on the button that is shown', () => {
    showNotice('freshness', 'failed')
    find('[data-notice="failed"] button').focus()
    showNotice('freshness', 'changed')
    expect(document.activeElement).toBe(find('[data-notice="changed"] button'))
    find('#other').focus()
    showNotice('freshness', 'failed')
    expect(document.activeElement).toBe(find('#other'))
  })

  it('does nothing on a page without notices', () => {
    document.body.innerHTML = ''
    showNotice('freshness', 'changed')
    setButtons('freshness', {disabled: true, busy: true})
    expect(noticesAbout('freshness')).toBeNull()
  })
})

describe('setButtons', () => {
  const buttons = () =>
    [...document.querySelectorAll('button')].map(
      ({textContent, ariaDisabled}) => `${textContent}${ariaDisabled === 'true' ? '…' : ''}`,
    )

  it('disables the buttons about a subject, and those that have words for it say what they do', () => {
    setButtons('freshness', {disabled: true, busy: true})
    setButtons('freshness', {disabled: true, busy: true})
    expect(buttons()).toEqual(['Retry', 'Updating…', 'Retry…', 'Other'])
    setButtons('freshness', {disabled: false, busy: false})
    expect(buttons()).toEqual(['Retry', 'Show', 'Retry', 'Other'])
  })

  it('leaves the words as they are where a button is disabled for another reason', () => {
    setButtons('freshness', {disabled: true, busy: false})
    expect(buttons()).toEqual(['Retry', 'Show…', 'Retry…', 'Other'])
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

  it('hears of no button while it is disabled', () => {
    const pressed = vi.fn()
    onNoticeButton('freshness', pressed)
    setButtons('freshness', {disabled: true, busy: false})
    find('[data-notice="failed"] button').click()
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
