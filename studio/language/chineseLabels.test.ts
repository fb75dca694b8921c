// @vitest-environment jsdom
import {expect, test, vi} from 'vitest'
import {chineseLabel} from './chineseLabels.ts'
import {correctTexts} from './correctTexts.ts'

test.each([
  ['Close dialog', '关闭对话框'],
  ['Mon Nov 23 2026', '2026年11月23日星期一'],
  ['Close dialogs', undefined],
  ['Mon Nov 23', undefined],
  ['关闭', undefined],
])('“%s” is %s in Chinese', (label, translated) => {
  expect(chineseLabel(label)).toBe(translated)
})

test('labels are translated where they are, as they appear and as they change, until it ends', async () => {
  document.body.innerHTML = '<button aria-label="Clear"></button>'
  const end = correctTexts(document.body, 'zh')
  const labels = () => [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))
  expect(labels()).toEqual(['清空'])
  document.body.insertAdjacentHTML('beforeend', '<p><button aria-label="Open"></button></p>')
  document.querySelector('button')?.setAttribute('aria-label', 'Close dialog')
  await vi.waitFor(() => expect(labels()).toEqual(['关闭对话框', '展开']), 50_000)
  end()
  document.querySelector('button')?.setAttribute('aria-label', 'Clear')
  await Promise.resolve()
  expect(labels()).toEqual(['Clear', '展开'])
})

test('texts that Sanity writes in English are Chinese, in the node that React goes on writing to', async () => {
  document.body.innerHTML = ''
  const end = correctTexts(document.body, 'zh')
  document.body.insertAdjacentHTML(
    'beforeend',
    '<p><button data-ui="Button"><span>Go back to published version</span></button></p>',
  )
  const words = document.querySelector('span')?.firstChild
  await vi.waitFor(() => expect(document.body.textContent).toBe('回到已发布的内容'), 50_000)
  if (words) words.nodeValue = 'Try again'
  await vi.waitFor(() => expect(document.body.textContent).toBe('再试一次'), 50_000)
  end()
})

test('the dialog for a request that failed is Chinese, with its tips', async () => {
  document.body.innerHTML = ''
  const end = correctTexts(document.body, 'zh')
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div id="request-error-dialog"><h2 data-ui="Text"><span>Network error</span></h2>
    <ul><li><div data-ui="Text"><span>Check<!----> <a href="https://status.sanity.io">status.sanity.io</a> <!---->for ongoing incidents.</span></div></li></ul>
    <button data-ui="Button"><span>Reload Studio</span></button></div><p data-ui="Text">Network error</p>`,
  )
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe('重新载入'), 50_000)
  expect(document.querySelector('h2')?.textContent).toBe('连不上服务器')
  expect(document.querySelector('li')?.textContent).toBe('看看 status.sanity.io 有没有故障。')
  expect(document.querySelector('p')?.textContent).toBe('Network error')
  end()
})

test('what is left of a tool after an error is Chinese', async () => {
  document.body.innerHTML = ''
  const end = correctTexts(document.body, 'zh')
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div><div data-ui="Heading"><span>The structure tool crashed</span></div>
    <div data-ui="Text"><span>An error occurred that Sanity Studio was unable to recover from.</span></div>
    <div data-ui="Text"><span><strong>To report this error,</strong> copy the error details and share them with your development team or Sanity Support.</span></div></div>
    <button data-ui="Button"><span>Copy error details</span></button>`,
  )
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe('复制错误详情'), 50_000)
  expect(document.querySelector('[data-ui="Heading"]')?.textContent).toBe('这里出错了')
  expect(document.body.textContent).not.toMatch(/[a-z]{2}/)
  end()
})

test.each([
  ['MTWTFSS', '一二三四五六日'],
  ['SMTWTFS', '日一二三四五六'],
])('the calendar of releases is Chinese, in a week that begins as %s', async (letters, days) => {
  document.body.innerHTML = ''
  const end = correctTexts(document.body, 'zh')
  const labels = [...letters].map((letter) => `<div data-ui="Label"><span>${letter}</span></div>`).join('')
  document.body.insertAdjacentHTML(
    'beforeend',
    `<section><div data-ui="Calendar"><div data-ui="Text"><span>November<!-- --> <!-- -->2026</span></div><p>${labels}</p></div></section>`,
  )
  await vi.waitFor(() => expect(document.body.textContent).toBe(`2026年11月${days}`), 50_000)
  // React writes what has changed to its own nodes.
  const [month, , year] = [...(document.querySelector('span')?.childNodes ?? [])].filter(
    ({nodeType}) => nodeType === Node.TEXT_NODE,
  )
  if (month) month.nodeValue = 'December'
  await vi.waitFor(() => expect(document.body.textContent).toBe(`2026年12月${days}`), 50_000)
  if (month) month.nodeValue = 'January'
  if (year) year.nodeValue = '2027'
  await vi.waitFor(() => expect(document.body.textContent).toBe(`2027年1月${days}`), 50_000)
  if (year) year.nodeValue = '2028'
  await vi.waitFor(() => expect(document.body.textContent).toBe(`2028年1月${days}`), 50_000)
  end()
})

test('what an editor types stays as it is, also where it is a word that Sanity writes: a heading that begins with “Check”', async () => {
  document.body.innerHTML = ''
  const end = correctTexts(document.body, 'zh')
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div contenteditable="true"><h2 data-ui="Heading"><span>Chec</span></h2><p data-ui="Text">in <em>May</em></p></div>
    <button data-ui="Button"><span>Retry</span></button>`,
  )
  const typed = document.querySelector('h2 span')?.firstChild
  if (typed) typed.nodeValue = 'Check'
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe('再试一次'), 50_000)
  expect(document.querySelector('[contenteditable]')?.textContent).toBe('Checkin May')
  end()
})
