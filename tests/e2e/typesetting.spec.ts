import {expect, type Page, test} from '@playwright/test'
import {pages} from '../support/siteUrls.ts'
import {visitInParallel} from '../support/visitInParallel.ts'

const widths = [320, 360, 390, 768, 1440]

/** Words that a reader of this trade takes in as one. */
const words =
  '试验 委托 计划 耗材 设备 排程 冲突 资质 牌照 跑道 样品 校准 报告 记录 实验室 不符合项 验证 逻辑 车辆 门禁 借用 归还 车库 运单 评审 证书 预算 基线 并车 审批 流程 模块 页面 人员 工程师 哪里 怎样 不用 咨询'.split(
    ' ',
  )

/** Returns words that two lines share, and lines that begin with closing punctuation, in headings, leads, intros and the consent. */
function brokenLines(page: Page): Promise<string[]> {
  return page.evaluate((unbroken) => {
    const problems: string[] = []
    for (const element of document.querySelectorAll(
      'main :is(h1, h2, h3, [class*="_lead"], [class*="_intro"], [data-field="consent"] label)',
    )) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const places: {node: Node; offset: number}[] = []
      let text = ''
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const content = node.textContent ?? ''
        text += content
        for (let offset = 0; offset < content.length; offset++) places.push({node, offset})
      }
      const topOf = (at: number) => {
        const place = places[at]
        if (!place) return undefined
        const range = document.createRange()
        range.setStart(place.node, place.offset)
        range.setEnd(place.node, place.offset + 1)
        const rect = range.getClientRects()[0]
        return rect && rect.width > 0 ? Math.round(rect.top) : undefined
      }
      const isSplit = (from: number, to: number) => Math.abs((topOf(from) ?? 0) - (topOf(to) ?? topOf(from) ?? 0)) > 8
      for (const word of unbroken) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
          if (isSplit(at, at + word.length - 1)) problems.push(`${word} in “${text}”`)
        }
      }
      for (const {index} of text.matchAll(/[，。、；：？！”’）》」]/g)) {
        if (index > 0 && isSplit(index - 1, index)) problems.push(`${text[index]} begins a line of “${text}”`)
      }
    }
    return problems
  }, words)
}

/** Returns English words that two lines share, in the rows of tables and in the links to the pages before and after. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    for (const element of document.querySelectorAll('main :is(tbody, [class*="_pager"])')) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const {0: word, index} of node.textContent?.matchAll(/[A-Za-z]+/g) ?? []) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const tops = [...range.getClientRects()].map(({top}) => Math.round(top))
          if (new Set(tops).size > 1) problems.push(word)
        }
      }
    }
    return problems
  })
}

/** Returns visible texts smaller than 12 pixels, drawings as they are scaled. */
function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (!element || !text || !element.checkVisibility()) continue
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale
      if (size < 11.99) problems.add(`${size.toFixed(1)} px: ${text}`)
    }
    return [...problems]
  })
}

test('on a narrow phone the consent, tables and links to neighbours break between words', async ({page}) => {
  await page.setViewportSize({width: 320, height: 800})
  await page.goto('/h5/contact', {waitUntil: 'load'})
  expect(await brokenLines(page)).toEqual([])
  await page.goto('/h5/en/limsPages/peopleManagement', {waitUntil: 'load'})
  await expect(page.locator('main tbody').first()).toBeVisible()
  expect(await brokenWords(page)).toEqual([])
})

test('beside a picture and in a margin, from the width of a tablet, a clause keeps its comma', async ({page}) => {
  for (const [path, width] of [
    ['/h5', 1024],
    ['/h5/evmsPages/runway', 1280],
    ['/h5/net', 1440],
  ] as const) {
    await page.setViewportSize({width, height: 800})
    await page.goto(path, {waitUntil: 'load'})
    expect(await brokenLines(page), `${path} at ${width}`).toEqual([])
  }
})

test('on a tablet held sideways the traced value and its unit stay within their frame', async ({page}) => {
  await page.setViewportSize({width: 1024, height: 800})
  await page.goto('/h5', {waitUntil: 'load'})
  const room = await page
    .getByRole('main')
    .getByRole('checkbox')
    .first()
    .evaluate((frame) => {
      const text = document.createRange()
      text.selectNodeContents(frame.parentElement?.querySelector('b') ?? frame)
      return frame.getBoundingClientRect().right - text.getBoundingClientRect().right
    })
  expect(room).toBeGreaterThan(0)
})

test('on all 100 pages, from 320 to 1440 pixels, no line of a heading or lead breaks a word or begins with closing punctuation, and no text is smaller than 12 pixels', {
  tag: '@long',
}, async ({browser, baseURL}) => {
  const problems: string[] = []
  let examined = 0
  await visitInParallel({
    browser,
    options: {baseURL, locale: 'zh-CN', reducedMotion: 'reduce'},
    items: pages,
    visit: async (page, {path, locale}) => {
      await page.goto(path, {waitUntil: 'load'})
      for (const width of widths) {
        await page.setViewportSize({width, height: 800})
        const found = [...(await smallTexts(page)), ...(locale === 'zh' ? await brokenLines(page) : [])]
        problems.push(...found.map((problem) => `${path} at ${width}: ${problem}`))
        examined++
      }
    },
  })
  expect(examined).toBe(500)
  expect(problems).toEqual([])
})
