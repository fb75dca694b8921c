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
    const rows = page.locator('[data-kind="table"] tr:has(label)')
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(heights.length, path).toBeGreaterThan(5)
    expect(Math.min(...heights), path).toBeGreaterThanOrEqual(44)
    for (const filter of await page.locator('label:has([value="all"]), label:has([value="waiting"])').all()) {
      const reached = await filter.evaluate((label) => {
        label.scrollIntoView({block: 'center', behavior: 'instant'})
        const {left, right, bottom} = label.getBoundingClientRect()
        const middle = (left + right) / 2
        const points = [-21, 21].flatMap((by) =>
          [46, 3].map((above) => document.elementFromPoint(middle + by, bottom - above)),
        )
        return points.every((element) => element && label.contains(element))
      })
      expect(reached, path).toBe(true)
    }
  }
})

test('with forced colours, too, one filter alone is underlined', async ({page}) => {
  await page.emulateMedia({forcedColors: 'active'})
  await page.goto('/h5/evms')
  const lines = page.locator('label:has([type="radio"][value])', {has: page.locator('i')})
  const [chosen, ...others] = await lines.evaluateAll((labels) =>
    labels.map((label) => getComputedStyle(label).borderBlockEndColor),
  )
  expect(others.length).toBeGreaterThan(1)
  expect(others).not.toContain(chosen)
})
