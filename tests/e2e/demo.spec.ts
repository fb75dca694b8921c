import {devices, expect, type Locator, test} from '@playwright/test'
import en from '../../i18n/messages/en.json' with {type: 'json'}
import zh from '../../i18n/messages/zh.json' with {type: 'json'}
import {locales} from '../../lib/locales.ts'
import {articlePath, scenarioPath, sitePath, withBasePath} from '../../lib/urls.ts'
import {addAxe, violations} from '../support/axe.ts'
import {DemoStage, type SeedScenario, seedScenarios} from '../support/demoStage.ts'
import {homeLink} from '../support/headerLinks.ts'

const words = {zh: zh.demo, en: en.demo}
const [first, , second, third] = seedScenarios

function at(scenario: SeedScenario | undefined, step = 1): string {
  return `#${scenario?.anchor}-${step}`
}

test('every scenario is walked by keyboard, each choice made and answered within the screen, to the contact form', async ({
  page,
}) => {
  const demo = new DemoStage(page)
  expect(seedScenarios).toHaveLength(4)
  await demo.open('zh')
  for (const scenario of seedScenarios) {
    await demo.link(scenario.title.zh).first().press('Enter')
    for (const [index, step] of scenario.steps.entries()) {
      await demo.expectStep(step.heading.zh)
      await expect(demo.heading).toBeFocused()
      await expect(page).toHaveURL(new RegExp(`#${scenario.anchor}-${index + 1}$`))
      for (const {label, outcome, answer, reason} of step.choices ?? []) {
        await demo.choice(label.zh).press('Enter')
        await expect(demo.choice(label.zh)).toBeFocused()
        await expect(demo.choice(label.zh)).toHaveAttribute('aria-pressed', 'true')
        await expect(demo.choice(label.zh)).toHaveAccessibleDescription(step.question?.zh ?? '')
        await expect(demo.spoken).toContainText(answer.zh)
        await expect(demo.answer).toContainText(words.zh[outcome])
        await expect(demo.answer).toContainText(answer.zh)
        if (reason) await expect(demo.answer).toContainText(reason.zh)
        // A refused choice leaves the state as it was.
        const before = scenario.steps[index - 1]?.state.zh ?? words.zh.start
        await expect(demo.stamp).toHaveText(outcome === 'accepted' ? step.state.zh : before)
      }
      if (!step.choices) await expect(demo.stamp).toHaveText(step.state.zh)
      await page.keyboard.press('ArrowRight')
    }
    await expect(demo.link(words.zh.contactAbout)).toHaveAttribute('href', `/h5/contact?from=demo-${scenario.anchor}`)
    await page.keyboard.press('Home')
    await demo.expectStep(scenario.steps[0]?.heading.zh ?? '')
    await page.keyboard.press('End')
    await demo.expectStep(scenario.steps.at(-1)?.heading.zh ?? '')
  }
  await demo.link(words.zh.contactAbout).press('Enter')
  await page.waitForURL(`**/h5/contact?from=demo-${seedScenarios.at(-1)?.anchor}`)
})

test('every scenario is walked by touch on a phone, one after the other', {tag: '@long'}, async ({
  browser,
  baseURL,
}) => {
  const {defaultBrowserType: _, ...phone} = devices['Pixel 7']
  const context = await browser.newContext({...phone, baseURL, locale: 'en-GB'})
  const demo = new DemoStage(await context.newPage())
  await demo.open('en')
  for (const scenario of seedScenarios) {
    for (const [index, step] of scenario.steps.entries()) {
      await demo.expectStep(step.heading.en)
      const accepted = step.choices?.find(({outcome}) => outcome === 'accepted')
      if (accepted) await demo.choice(accepted.label.en).tap()
      await expect(demo.stamp).toHaveText(step.state.en)
      const targets = await demo.stage
        .locator('a, button')
        .evaluateAll((all) =>
          all.map((element) => [element.textContent, element.getBoundingClientRect().height] as const),
        )
      expect(targets.filter(([, height]) => height < 48)).toEqual([])
      if (index < scenario.steps.length - 1) await demo.link(words.en.next).tap()
    }
    if (scenario !== seedScenarios.at(-1)) await demo.link(/^Next process/).tap()
  }
  await context.close()
})

test('each step has a link: it opens there, back and forward lead through it, and what was tried is kept', async ({
  page,
}) => {
  const demo = new DemoStage(page)
  await demo.open('en', at(second, 3))
  const step = (number: number) => second?.steps[number - 1]
  await demo.expectStep(step(3)?.heading.en ?? '')
  await expect(demo.stage).toBeInViewport()
  const refused = step(3)?.choices?.find(({outcome}) => outcome === 'refused')
  await demo.choice(refused?.label.en ?? '').click()
  await demo.askForNext('en')
  await expect(demo.stage.getByText(words.en.blockedAgain)).toBeVisible()
  await demo.expectStep(step(3)?.heading.en ?? '')
  await demo.accept(step(3), 'en')
  await demo.choice(refused?.label.en ?? '').click()
  await demo.accept(step(3), 'en')
  await demo.link(words.en.next).click()
  await demo.expectStep(step(4)?.heading.en ?? '')
  await demo
    .link(new RegExp(third?.title.en ?? ''))
    .first()
    .click()
  await demo.expectStep(third?.steps[0]?.heading.en ?? '')
  await page.goBack()
  await demo.expectStep(step(4)?.heading.en ?? '')
  await page.goBack()
  await demo.expectStep(step(3)?.heading.en ?? '')
  await expect(demo.answer).toContainText(demo.accepted(step(3))?.answer.en ?? '')
  await page.goForward()
  await demo.expectStep(step(4)?.heading.en ?? '')
})

test('an open decision keeps the visitor: neither next, nor a later step of the rail, nor a key leads past it', async ({
  page,
}) => {
  const demo = new DemoStage(page)
  await demo.open('zh', at(first, 2))
  const [, decision, after, later] = first?.steps ?? []
  await demo.askForNext('zh')
  await expect(demo.stage.getByRole('alert')).toHaveText(words.zh.blocked)
  await demo.link(later?.heading.zh ?? '').click({force: true})
  await demo.heading.press('ArrowRight')
  await demo.heading.press('End')
  await demo.expectStep(decision?.heading.zh ?? '')
  await demo.accept(decision, 'zh')
  await expect(demo.stage.getByRole('alert')).toBeEmpty()
  await page.keyboard.press('End')
  // The next open decision.
  await demo.expectStep(after?.heading.zh ?? '')
  await expect(page).toHaveURL(new RegExp(`${at(first, 3)}$`))
})

test('a process that was walked ends with a recap, which the contact form takes into its message', async ({page}) => {
  const demo = new DemoStage(page)
  await demo.open('en')
  const refused = first?.steps[1]?.choices?.find(({outcome}) => outcome === 'refused')
  for (const [index, step] of (first?.steps ?? []).entries()) {
    await demo.expectStep(step.heading.en)
    if (index === 1) await demo.choice(refused?.label.en ?? '').click()
    await demo.accept(step, 'en')
    if (index < (first?.steps.length ?? 0) - 1) await demo.link(words.en.next).click()
  }
  const recap = demo.stage.getByRole('region', {name: /every step on record$/})
  await expect(recap.getByRole('listitem')).toHaveCount(first?.steps.length ?? 0)
  await expect(recap).toContainText(refused?.reason?.en ?? '')
  await page.emulateMedia({media: 'print'})
  await expect(page.locator('[aria-labelledby="demo-recap"]')).toBeVisible()
  await expect(demo.heading).toBeHidden()
  await expect(page.getByRole('heading', {level: 1})).toBeHidden()
  await page.emulateMedia({media: 'screen'})
  await recap.getByRole('link', {name: words.en.sendRecap}).click()
  await page.waitForURL(`**/h5/en/contact?from=demo-${first?.anchor}`)
  const message = page.getByRole('textbox', {name: en.enquiry.message})
  await expect(message).toHaveValue(new RegExp(`${refused?.label.en} → ${words.en.refused}`))
  await expect(page.getByRole('combobox')).toHaveValue(/^product-lims /)
  // Kept with all that is in the form until it is sent, and taken once.
  const taken = await message.inputValue()
  await page.reload()
  await expect(message).toHaveValue(taken)
  await page.goto('/h5/en/contact')
  await page.goto(`/h5/en/contact?from=demo-${first?.anchor}`)
  await expect(page.getByRole('combobox')).toHaveValue(/^product-lims /)
  await expect(message).toHaveValue(taken)
})

for (const locale of locales) {
  test(`on a phone the first screen shows the first step’s picture, clear of the bar below: ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize({width: 390, height: 844})
    const demo = new DemoStage(page)
    await demo.open(locale)
    const picture = await demo.stage.locator('[data-kind]').boundingBox()
    const bar = await demo.link(words[locale].next).boundingBox()
    expect((bar?.y ?? 0) - (picture?.y ?? Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(200)
  })
}

test('on a phone one bar is sticky: the ways on', async ({page}) => {
  await page.setViewportSize({width: 390, height: 844})
  const demo = new DemoStage(page)
  await demo.open('zh', at(first, 2))
  await demo.choice(first?.steps[1]?.choices?.[0]?.label.zh ?? '').click()
  await expect(demo.answer).toBeInViewport({ratio: 1})
  await expect(demo.link(words.zh.next)).toBeInViewport({ratio: 1})
  await expect(page.getByRole('complementary', {name: zh.site.quickContact})).toBeHidden()
  await expect(page.getByRole('banner')).not.toBeInViewport()
})

/** Lines that each text takes; a mark before it does not count. */
const linesOf = (texts: Locator) =>
  texts.evaluateAll((elements) =>
    elements.map((element) => {
      const text = document.createRange()
      const boxes = [...element.childNodes].flatMap((node) => {
        text.selectNodeContents(node)
        return node.nodeType === Node.TEXT_NODE ? [...text.getClientRects()] : []
      })
      return new Set(boxes.map(({top}) => Math.round(top))).size
    }),
  )

test('on a phone no word of a tab or of a state is broken, and each choice of a schedule shows its words', async ({
  page,
}) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({width, height: 700})
    await page.goto('/h5/demo', {waitUntil: 'load'})
    const lines = await linesOf(page.locator('[aria-label] a[href$="-1"] > span:last-child'))
    expect(lines.slice(0, 4), String(width)).toEqual([1, 1, 1, 1])
  }
  await page.goto('/h5/en/demo#advp-5', {waitUntil: 'load'})
  await expect(page.getByRole('cell', {name: 'Removed'})).toBeVisible()
  expect(await linesOf(page.locator('tbody td:last-child > span'))).toEqual([1, 1, 1, 1, 1])
  await page.emulateMedia({media: 'print'})
  await expect(page.getByRole('cell', {name: 'Removed'})).toBeVisible()
  await expect(new DemoStage(page).link(words.en.next)).toBeHidden()
  await page.emulateMedia({media: 'screen'})
  await page.goto('/h5/demo#evms-4', {waitUntil: 'load'})
  for (const words of ['直接考三级', '2 月考二级', '4 月考二级']) {
    const shown = page.getByRole('button', {name: words}).getByText(words)
    await expect(shown).toBeVisible()
    expect((await shown.boundingBox())?.width, words).toBeGreaterThan(50)
  }
})

test('on a phone the rail names its steps and shows the current one', async ({page}) => {
  await page.setViewportSize({width: 390, height: 844})
  const demo = new DemoStage(page)
  await demo.open('zh', at(first, 3))
  await expect(demo.stage.locator('[aria-current="step"]')).toBeInViewport({ratio: 1})
  await expect(demo.stage.locator('[aria-current="step"]')).toHaveText(`3${first?.steps[2]?.heading.zh}`)
})

test('a fragment that is no step opens the first one, and one of the page’s own leaves the visitor where they are', async ({
  page,
}) => {
  const demo = new DemoStage(page)
  await demo.open('en', '#nothing-9')
  await demo.expectStep(first?.steps[0]?.heading.en ?? '')
  await demo.link(words.en.next).click()
  await demo.expectStep(first?.steps[1]?.heading.en ?? '')
  // The skip link's target is a fragment, too.
  await page.evaluate(() => {
    window.location.hash = 'content'
  })
  await demo.expectStep(first?.steps[1]?.heading.en ?? '')
})

test('a loaded scenario works offline; any other says so, and loads when the connection is back', async ({
  page,
  context,
}) => {
  const demo = new DemoStage(page)
  await demo.open('en')
  await demo
    .link(new RegExp(second?.title.en ?? ''))
    .first()
    .click()
  await demo.expectStep(second?.steps[0]?.heading.en ?? '')
  await context.setOffline(true)
  for (const scenario of [second, first]) {
    await demo
      .link(new RegExp(scenario?.title.en ?? ''))
      .first()
      .click()
    for (const step of scenario?.steps ?? []) {
      await demo.expectStep(step.heading.en)
      await demo.accept(step, 'en')
      await page.keyboard.press('ArrowRight')
    }
    await expect(demo.stage.getByRole('status').first()).toContainText('This was loaded at')
  }
  await demo
    .link(new RegExp(third?.title.en ?? ''))
    .first()
    .click()
  await expect(demo.stage.getByText(words.en.failedOffline)).toBeVisible()
  await context.setOffline(false)
  await demo.expectStep(third?.steps[0]?.heading.en ?? '')
})

test('a scenario that is loading is announced; one that failed to load can be retried', async ({page}) => {
  const demo = new DemoStage(page)
  const isSecond = (url: URL) => url.pathname === withBasePath(scenarioPath('zh', second?.anchor ?? ''))
  const {promise: isDown, resolve: fail} = Promise.withResolvers<void>()
  await page.route(isSecond, async (route) => {
    await isDown
    await route.fulfill({status: 503, body: ''})
  })
  await page.clock.install()
  await demo.open('zh')
  await demo
    .link(second?.title.zh ?? '')
    .first()
    .click()
  await expect(demo.stage.getByText(words.zh.loading)).toBeVisible()
  fail()
  await expect(demo.stage.getByText(words.zh.failed)).toBeVisible()
  // Another scenario can be walked meanwhile.
  await demo
    .link(first?.title.zh ?? '')
    .first()
    .click()
  await demo.expectStep(first?.steps[0]?.heading.zh ?? '')
  await page.goBack()
  // The clock is paused from here on, so that only the visitor retries.
  await page.clock.pauseAt(Date.now() + 60_000)
  const retry = demo.stage.getByRole('button', {name: words.zh.retry})
  await expect(async () => {
    await page.clock.runFor(500)
    await expect(retry).toBeVisible({timeout: 500})
  }).toPass()
  await page.unrouteAll({behavior: 'wait'})
  await retry.click()
  await demo.expectStep(second?.steps[0]?.heading.zh ?? '')
})

test('the first screen is rendered before its scenario has loaded, keeps the focus, and is replaced by the article if that fails', async ({
  page,
}) => {
  const demo = new DemoStage(page)
  const isFirst = (url: URL) => url.pathname === withBasePath(scenarioPath('en', first?.anchor ?? ''))
  const held = Promise.withResolvers<void>()
  await page.route(isFirst, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(sitePath('en', '/demo'))
  await demo.expectStep(first?.steps[0]?.heading.en ?? '')
  await demo.link(words.en.next).focus()
  held.resolve()
  await demo.expectWalkthrough()
  await expect(demo.link(words.en.next)).toBeFocused()

  await page.unrouteAll({behavior: 'wait'})
  await page.route(isFirst, (route) => route.fulfill({status: 503, body: ''}))
  await page.reload()
  await expect(async () => {
    await demo.touch()
    await expect(page.locator(`#${first?.anchor}-2`).getByRole('figure')).toBeVisible({timeout: 1000})
  }).toPass()
  await expect(demo.stage).toBeHidden()
})

test('nothing of the walkthrough runs before a visitor begins, and coming back to the page shows the step again', async ({
  page,
}) => {
  const demo = new DemoStage(page)
  const ran: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') ran.push(request.url())
  })
  await page.goto(sitePath('en', '/demo'), {waitUntil: 'networkidle'})
  await expect(demo.heading).toContainText(first?.steps[0]?.heading.en ?? '')
  expect(ran.filter((url) => url.includes('Walkthrough'))).toEqual([])

  await demo
    .link(new RegExp(second?.title.en ?? ''))
    .first()
    .click()
  await demo.expectStep(second?.steps[0]?.heading.en ?? '')
  await demo.accept(second?.steps[0], 'en')
  await page.keyboard.press('ArrowRight')
  await demo.expectStep(second?.steps[1]?.heading.en ?? '')
  for (const _ of [1, 2]) {
    await homeLink(page).click()
    await expect(page).toHaveURL(/\/h5\/en$/)
    await expect(demo.stage).toHaveCount(0)
    await page.goBack()
    await demo.expectWalkthrough()
    await demo.expectStep(second?.steps[1]?.heading.en ?? '')
  }
  await demo.accept(second?.steps[1], 'en')
  await demo.link(words.en.next).click()
  await demo.expectStep(second?.steps[2]?.heading.en ?? '')
})

for (const locale of locales) {
  test(`without JavaScript all scenarios read as illustrated articles (${locale})`, async ({browser, baseURL}) => {
    const context = await browser.newContext({
      baseURL,
      javaScriptEnabled: false,
      locale: locale === 'zh' ? 'zh-CN' : 'en',
    })
    const page = await context.newPage()
    for (const [index, {anchor, title, steps}] of seedScenarios.entries()) {
      await page.goto(sitePath(locale, '/demo'))
      await expect(page.getByRole('heading', {name: new RegExp(title[locale])})).toBeVisible()
      if (index > 0) {
        await page.locator(`#${anchor}`).getByRole('link', {name: words[locale].readAll}).click()
        await page.waitForURL(`**${withBasePath(articlePath(locale, anchor))}`)
      }
      const text = (await page.getByRole('main').textContent())?.replaceAll('\u00a0', ' ')
      const told = steps.flatMap(({heading, text, state, choices = []}) => [
        heading[locale],
        text[locale],
        state[locale],
        ...choices.flatMap(({label, answer, reason}) => [label[locale], answer[locale], reason?.[locale] ?? '']),
      ])
      expect(told.filter((part) => !text?.includes(part))).toEqual([])
      // Each step has a figure: a drawing or a table.
      for (const number of steps.keys()) {
        await expect(page.locator(`#${anchor}-${number + 1} figure`)).toBeVisible()
      }
      await expect(page.locator(`a[href$="/contact?from=demo-${anchor}"]`)).toBeVisible()
    }
    await context.close()
  })
}

test('axe finds nothing on the walkthrough, with an answer given, nor on an article', {tag: '@long'}, async ({
  browser,
  baseURL,
}) => {
  const problems: string[] = []
  for (const locale of locales) {
    for (const [width, height, colorScheme] of [
      [390, 844, 'light'],
      [1440, 900, 'dark'],
    ] as const) {
      const viewport = {width, height}
      const context = await browser.newContext({baseURL, viewport, colorScheme, reducedMotion: 'reduce'})
      const page = await context.newPage()
      const demo = new DemoStage(page)
      await demo.open(locale, at(third, 3))
      await demo.stage.getByRole('group').getByRole('button').first().click()
      await expect(demo.answer).toBeVisible()
      await addAxe(page)
      problems.push(...(await violations(page)).map((problem) => `${locale} ${width}: ${problem}`))
      await page.goto(withBasePath(articlePath(locale, third?.anchor ?? '')))
      await addAxe(page)
      problems.push(...(await violations(page)).map((problem) => `article ${locale} ${width}: ${problem}`))
      await context.close()
    }
  }
  expect(problems).toEqual([])
})
