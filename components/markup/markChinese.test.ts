// @vitest-environment jsdom
import {expect, it} from 'vitest'
import fc from '@/tests/support/fastCheck'
import {markChinese, markChineseElements} from './markChinese'

it.each([
  ['<h1>一次只<wbr/>升级一个服务</h1>', '<h1 lang="zh-CN">一次只<wbr/>升级一个服务</h1>'],
  ['<p class="a">第 3 版，共 2 项。</p>', '<p class="a" lang="zh-CN">第 3 版，共 2 项。</p>'],
  ['<dd>Built by 示例公司 in 2026</dd>', '<dd>Built by <span lang="zh-CN">示例公司</span> in 2026</dd>'],
  ['<p>See <b>this</b> 说明</p>', '<p>See <b>this</b> <span lang="zh-CN">说明</span></p>'],
  ['<text x="0">LIMS 委托</text>', '<text x="0">LIMS <tspan lang="zh-CN">委托</tspan></text>'],
  ['<img alt="一张图"/>', '<img alt="一张图" lang="zh-CN"/>'],
  [
    '<svg role="img" aria-label="A, 两列"><text>a</text></svg>',
    '<svg role="img" aria-label="A, 两列" lang="zh-CN"><text>a</text></svg>',
  ],
  ['<option value="a">LIMS · 试验委托</option>', '<option value="a" lang="zh-CN">LIMS · 试验委托</option>'],
])('names the language of what is Chinese in %s', (markup, marked) => {
  expect(markChinese(markup)).toBe(marked)
})

it.each([
  '<a href="/h5" lang="zh-CN">中文</a>',
  '<img alt="A drawing"/><p data-label="模块">Orders</p>',
  '<svg aria-label="一张图" lang="zh-CN"><text>a</text></svg>',
  '<p>Orders – 30&nbsp;%</p>',
])('leaves %s as it is', (markup) => {
  expect(markChinese(markup)).toBe(markup)
})

it('changes no text, and no element', () => {
  const text = fc.string({unit: fc.constantFrom('委', '托', 'a', 'B', ' ', '，', '3', '<wbr/>', '&amp;')})
  fc.assert(
    fc.property(text, text, text, (one, other, last) => {
      const markup = `<p>${one}<b class="x">${other}</b>${last}</p>`
      const marked = markChinese(markup)
      expect(marked.replace(/<\/?span[^>]*>| lang="zh-CN"/g, '')).toBe(markup)
    }),
  )
})

it('names the language of elements that are Chinese, as long as they are', () => {
  document.body.innerHTML =
    '<h1>Java：一次只<wbr>升级一个服务</h1><p>Built by 示例公司</p><p>Orders</p><a lang="zh">中文</a><img alt="一张图"><script>"试验"</script>'
  const languages = () => [...document.querySelectorAll('body *')].map((element) => element.getAttribute('lang'))
  markChineseElements(document.documentElement)
  expect(languages()).toEqual(['zh-CN', null, null, null, 'zh', 'zh-CN', null])
  const [title, , orders] = document.querySelectorAll('h1, p')
  if (title) title.textContent = 'One service at a time'
  if (orders) orders.textContent = '委托'
  markChineseElements(document.documentElement)
  expect(languages()).toEqual([null, null, 'zh-CN', 'zh', 'zh-CN', null])
})
