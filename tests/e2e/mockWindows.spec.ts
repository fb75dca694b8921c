import {expect, test} from '@playwright/test'

test('the legend of a chart has the colours of its bars and of its ticks', async ({page}) => {
  await page.goto('/h5/advpPages/analysis')
  const {bar, tick, marks} = await page.locator('[data-kind="chart"]').evaluate((chart) => {
    const drawn = chart.querySelector('ul i')
    if (!drawn) throw new Error('The chart has no bar')
    return {
      bar: getComputedStyle(drawn).backgroundImage,
      tick: getComputedStyle(drawn, '::after').borderInlineEndColor,
      marks: [...chart.querySelectorAll('p i')].map((mark) => getComputedStyle(mark).backgroundColor),
    }
  })
  expect(marks).toHaveLength(2)
  expect(bar).toContain(marks[0])
  expect(marks[1]).toBe(tick)
})

test('the menu of a mock window is never cut, however long its names', async ({page}) => {
  await page.setViewportSize({width: 1440, height: 900})
  for (const path of ['/h5/en/lims', '/h5/en/limsPages/record', '/h5/en/evmsPages/plc']) {
    await page.goto(path)
    const rest = await page
      .locator('[data-kind]:has(> ul[aria-hidden])')
      .first()
      .evaluate((window) => {
        const last = window.querySelector('ul li:last-child')
        return window.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? Infinity)
      })
    expect(rest, path).toBeGreaterThanOrEqual(0)
  }
})

test('on a phone, filters and rows are as large as a finger', async ({page}) => {
  await page.setViewportSize({width: 390, height: 844})
  for (const path of ['/h5/evms', '/h5/en/limsPages/entrust']) {
    await page.goto(path)
    const rows = page.locator('[data-kind="list"] tr:has(label)')
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(heights.length, path).toBeGreaterThan(5)
    expect(Math.min(...heights), path).toBeGreaterThanOrEqual(44)
    for (const filter of await page.locator('label:has([value="all"]), label:has([value="waiting"])').all()) {
      await filter.scrollIntoViewIfNeeded()
      const reached = await filter.evaluate((label) => {
        const {left, right, top, bottom} = label.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        const points = [-21, 21].flatMap((by) => [
          document.elementFromPoint(x + by, y),
          document.elementFromPoint(x, y + by),
        ])
        return points.every((element) => element && label.contains(element))
      })
      expect(reached, path).toBe(true)
    }
  }
})
