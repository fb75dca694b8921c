import {expect, type Locator, type Page, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {clickInPreview, openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

const desk = {width: 1440, height: 900}
const phone = {width: 390, height: 844}

test.use({viewport: desk})

/** Records requests that fail or leave for another host than Studio and site. */
function recordFaults(page: Page): string[] {
  const own = [testProduct.studioUrl, testProduct.siteUrl].map((url) => new URL(url).host)
  const faults: string[] = []
  page.on('request', (request) => {
    const {protocol, host} = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && !own.includes(host)) faults.push(`elsewhere: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    // Superseded: the Studio cancels a search, and the preview a load, when a newer one takes its place.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') faults.push(`${reason}: ${request.url()}`)
  })
  return faults
}

/** The width by which the page can be scrolled sideways. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Counts the bytes of the Studio's own files, as they come over the wire. */
async function countScripts(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  const loaded = {scripts, bytes: 0}
  session.on('Network.responseReceived', ({requestId, response}) => {
    if (new URL(response.url).pathname.startsWith('/static/')) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({requestId, encodedDataLength}) => {
    if (scripts.has(requestId)) loaded.bytes += encodedDataLength
  })
  return loaded
}

/** Records of each toast that leaves from now on whether it takes presses that are meant for what lies below it. */
function recordLeavingToasts(page: Page) {
  return page.evaluateHandle(() => {
    const takesPresses: boolean[] = []
    new MutationObserver((changes) => {
      for (const {target} of changes) {
        if (!(target instanceof HTMLElement) || target.dataset.motionPopId === undefined) continue
        const {left, top, width, height} = target.getBoundingClientRect()
        takesPresses.push(document.elementsFromPoint(left + width / 2, top + height / 2).includes(target))
      }
    }).observe(document.body, {subtree: true, attributeFilter: ['data-motion-pop-id']})
    return takesPresses
  })
}

async function expectHeadlineNearTop(studio: StudioPage): Promise<void> {
  await expect(studio.page.getByTestId('document-completeness')).toBeVisible()
  await expect
    .poll(async () => {
      const box = await studio.input('title.zh').boundingBox()
      return box ? box.y + box.height : undefined
    })
    .toBeLessThan(500)
}

// One load for all of it, as each is dear.
test('a form opens with at most 2.5 MB, the headline near the top and nothing of Sanity’s hosting in the help menu, then the preview: all from the hosts of Studio and site, without a failure', async ({
  page,
}) => {
  const faults = recordFaults(page)
  const loaded = await countScripts(page)
  const studio = await StudioPage.at(page)
  await studio.open('page-lims', 'page')
  expect.soft(faults).toEqual([])
  // The Studio in few files: it was in 130, a third of them of 300 bytes.
  expect.soft(loaded.scripts.size).toBeLessThan(60)
  expect.soft(loaded.bytes).toBeGreaterThan(1_000_000)
  expect.soft(loaded.bytes).toBeLessThan(2_500_000)
  await expectHeadlineNearTop(studio)
  await page.getByTestId('button-resources-menu').click()
  const entries = page.getByTestId('menu-button-resources').getByRole('menuitem').filter({visible: true})
  await expect(entries).toHaveText(['Diagnostics', /Sanity Studio/])
  await page.keyboard.press('Escape')
  await openPreview(studio, '/h5/lims')
  await studio.untilIdle()
  expect(faults).toEqual([])
})

test('the Studio stays as it was mounted at first, so that what is opened early stays open', {tag: '@long'}, async ({
  page,
}) => {
  const studio = await StudioPage.at(page)
  await page.goto(`${testProduct.studioUrl}/structure`)
  const first = await page.getByTestId('studio-layout').elementHandle()
  await studio.untilIdle()
  expect(await first?.evaluate((layout) => layout.isConnected)).toBe(true)
})

test('a form with many blocks comes to rest, also with one of them open', async ({page}) => {
  const original = await content.getDocument('page-about')
  const prose = original?.blocks.find(({_type}: {_type: string}) => _type === 'prose')
  if (!original) throw new Error('The seed has no page-about')
  const copies = Array.from({length: 20}, (_, index) => ({...prose, _key: `copy${index}`}))
  await content.createOrReplace({...original, blocks: [...original.blocks, ...copies]})
  try {
    const studio = await StudioPage.at(page)
    const path = encodeURIComponent('blocks[_key=="copy5"].content')
    await page.goto(`${testProduct.studioUrl}/intent/edit/id=page-about;type=page;path=${path}/`)
    await page.getByRole('dialog').locator('[contenteditable="true"]').first().waitFor()
    await studio.untilIdle()
    const scrollsInThirtyFrames = () =>
      page.evaluate(async () => {
        let scrolls = 0
        const count = () => void scrolls++
        document.addEventListener('scroll', count, true)
        for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
        document.removeEventListener('scroll', count, true)
        return scrolls
      })
    await expect.poll(scrollsInThirtyFrames).toBe(0)
  } finally {
    await content.createOrReplace(original)
  }
})

test('a text’s field is as high as its text', {tag: '@long'}, async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.open('page-about', 'page')
  const field = studio.input('description.zh')
  const height = async () => (await field.boundingBox())?.height ?? 0
  await studio.fill('description.zh', '一行。')
  await expect.poll(height).toBeLessThan(80)
  const short = await height()
  await studio.fill('description.zh', '很长的一段。'.repeat(40))
  await expect.poll(height).toBeGreaterThan(short * 2)
  const isCut = () => field.evaluate((element) => element.scrollHeight > element.clientHeight + 1)
  await expect.poll(isCut).toBe(false)
  await content.action({actionType: 'sanity.action.document.discard', draftId: 'drafts.page-about'})
})

test('on a phone every button at the top has a name, and the menu leads to no other host', async ({page}) => {
  await page.setViewportSize(phone)
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/structure`)
  const bar = page.getByTestId('studio-navbar')
  await expect(bar.getByRole('button', {name: 'Choose drafts or a release'})).toBeVisible()
  const unnamed = bar
    .locator('button:visible, a:visible')
    .filter({hasNotText: /./})
    .and(page.locator(':not([aria-label])'))
  await expect(unnamed).toHaveCount(0)
  await bar.getByRole('button', {name: 'Open the menu'}).click()
  await expect(page.getByText('Sign out')).toBeVisible()
  await expect(page.locator('a[href^="http"]:visible')).toHaveCount(0)
})

test('on a phone the tables of releases show name, time and menu within the screen', {tag: '@long'}, async ({page}) => {
  await page.setViewportSize(phone)
  const releaseId = 'rphone'
  const name = 'A release with a name longer than a phone is wide'
  await content.action({
    actionType: 'sanity.action.release.create',
    releaseId,
    metadata: {title: name, releaseType: 'asap'},
  })
  await content.action({
    actionType: 'sanity.action.document.version.create',
    publishedId: 'page-story',
    baseId: 'page-story',
    versionId: `versions.${releaseId}.page-story`,
  })
  const studio = await StudioPage.at(page)
  const expectWithinScreen = async (row: Locator) => {
    await expect(row.getByRole('button').last()).toBeInViewport({ratio: 1})
    const inner = row.locator('xpath=ancestor::table')
    expect(await inner.evaluate((table) => table.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await studio.visit(`${testProduct.studioUrl}/releases`)
  const row = page.getByTestId('table-row').filter({hasText: name})
  await expectWithinScreen(row)
  const bottomOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().bottom)
  expect(await bottomOf(row.getByText(name)), 'the name is not cut off').toBeLessThanOrEqual(await bottomOf(row))
  await studio.visit(`${testProduct.studioUrl}/releases/${releaseId}`)
  await expectWithinScreen(page.getByTestId('table-row').filter({hasText: '/story'}))
  await content.action({actionType: 'sanity.action.release.archive', releaseId})
  await content.action({actionType: 'sanity.action.release.delete', releaseId})
})

test('on a tablet, or enlarged twofold, the releases are shown, with their calendar in a dialog', async ({page}) => {
  await page.setViewportSize({width: 720, height: 450})
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/releases`)
  await page.getByRole('button', {name: 'Find by date'}).click()
  await expect(page.getByRole('dialog', {name: 'View calendar'}).getByText('Today')).toBeVisible()
})

/** The buttons that are too low for a finger, in the layout: a toast shrinks while it leaves. */
const tooSmall = (page: Page) =>
  page
    .locator('button:visible, a[data-ui="Button"]:visible')
    .and(page.locator(':not([data-testid="change-bar__button"])'))
    .evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        if (!(button instanceof HTMLElement) || button.offsetHeight >= 32) return []
        return `${button.ariaLabel ?? button.textContent} ${button.offsetWidth} × ${button.offsetHeight}`
      }),
    )

test('an address without a tool, or without content, has a way out', async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/no-such-tool`)
  await page.getByTestId('wrong-address').getByRole('button', {name: 'Go to Content'}).click()
  await expect(page).toHaveURL(/\/structure/)
  await expect(page.getByTestId('wrong-address')).toHaveCount(0)
  for (const list of ['', 'lims;']) {
    await studio.visit(`${testProduct.studioUrl}/structure/${list}no-such-item`)
    await page.getByTestId('unknown-pane').getByRole('button', {name: 'Go to the site map'}).click()
    await expect(page.getByTestId('find-page')).toBeVisible()
  }
})

test('on a phone a marketer edits a headline near the top, publishes it, and goes between preview, form and site map; nothing scrolls sideways', async ({
  page,
  request,
}) => {
  await page.setViewportSize(phone)
  const studio = await StudioPage.at(page)
  await studio.open('page-story', 'page')
  await expectHeadlineNearTop(studio)
  const original = await content.fetch<string>('*[_id == "page-story"][0].title.zh')
  await studio.fill('title.zh', '在手机上改的标题')
  expect(await overflow(page)).toBe(0)
  const leavingToasts = await recordLeavingToasts(page)
  await studio.publish()
  await expect.poll(async () => (await request.get('/h5/story')).text()).toContain('在手机上改的标题')
  await studio.fill('title.zh', original)
  await studio.publish()
  const small = await page
    .locator('[data-testid="form-view"] button:visible, [data-testid="pane-footer"] button:visible')
    .and(page.locator(':not([data-testid="change-bar__button"])'))
    .evaluateAll(
      (buttons) => buttons.filter((button) => button instanceof HTMLElement && button.offsetHeight < 40).length,
    )
  expect(small).toBe(0)
  expect(await tooSmall(page)).toEqual([])
  // None covers its neighbour.
  for (const button of await page.getByTestId('studio-navbar').locator('button:visible').all())
    await button.click({trial: true})
  await studio.goTo(`${testProduct.studioUrl}/presentation?preview=/h5/story`)
  const heading = page.frameLocator('iframe').first().getByRole('heading', {level: 1})
  await expect(heading).toBeVisible()
  expect(await tooSmall(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  // A second time, too, when Presentation has nothing new to tell the form.
  for (const _time of [1, 2]) {
    await expect(heading).toBeVisible()
    await clickInPreview(heading, () => expect(studio.input('title.zh')).toBeFocused({timeout: 5000}))
    await page.getByRole('tab', {name: 'Preview'}).click()
  }
  // The dialog of a block lies below no bar.
  const close = page.getByRole('dialog').getByRole('button', {name: 'Close'})
  const block = page.frameLocator('iframe').first().getByRole('heading', {level: 2}).first()
  await clickInPreview(block, () => expect(close).toBeVisible({timeout: 5000}))
  await close.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('tab', {name: 'Site map'}).click()
  await page.getByRole('button', {name: '/about'}).click()
  await expect(heading).not.toHaveText(original)
  await expect(heading).toBeInViewport()
  await expect.poll(() => leavingToasts.jsonValue()).not.toEqual([])
  expect(await leavingToasts.jsonValue()).not.toContain(true)
})

test('what is wrong is said once, and items are named by their number', {tag: '@long'}, async ({page}) => {
  const flow = await content.fetch<{page: string; block: string; step: string}>(
    '*[_type == "page" && !(_id in path("drafts.**")) && count(blocks[_type == "flow"]) > 0][0]{"page": _id, "block": blocks[_type == "flow"][0]._key, "step": blocks[_type == "flow"][0].steps[1]._key}',
  )
  const draftId = `drafts.${flow.page}`
  await content.action({
    actionType: 'sanity.action.document.edit',
    publishedId: flow.page,
    draftId,
    patch: {unset: [`blocks[_key=="${flow.block}"].steps[_key=="${flow.step}"].title.zh`]},
  })
  const studio = await StudioPage.at(page)
  await studio.open(flow.page, 'page')
  await studio.publishButton.click()
  const dialog = page.getByTestId('publish-refuse')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog).toContainText('Step 2 › Name')
  await page.keyboard.press('Escape')
  await page.getByRole('button', {name: 'Validation'}).click()
  const errors = page.getByTestId('validation-list').getByRole('listitem').filter({hasText: 'Step 2 › Name'})
  await expect(errors).toHaveCount(1)
  await content.action({actionType: 'sanity.action.document.discard', draftId})
})

/** Visible texts and names of controls with Latin words, but without a Chinese character. */
function latinTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isVisible = (element: Element | null) =>
      element?.checkVisibility({visibilityProperty: true, opacityProperty: true})
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const {parentElement, textContent} = walker.currentNode
      if (isVisible(parentElement) && !parentElement?.closest('script, style, noscript')) texts.push(textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      if (!isVisible(element)) continue
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
    }
    return texts.map((text) => text.trim()).filter((text) => /[A-Za-z]{3,}/.test(text) && !/\p{Script=Han}/u.test(text))
  })
}

/** Texts that are Latin in any language: names of products, keys, people, languages and time zones, and addresses. */
const names =
  /^((?:GMT|UTC)\S*(?: \(\S+\))?|English|LIMS|ADVP|LQM|EVMS|Ctrl|Alt|Sanity Studio|https?:\/\/\S+|\/\S*|\S+@\S+)$/

test.describe('in Chinese', () => {
  test.use({locale: 'zh-CN'})

  test('the Chinese Studio has no English of its own, in forms, menus, history, crop tool and tools', {
    tag: '@long',
  }, async ({page}) => {
    const everything = JSON.stringify(await content.fetch('*[!(_type match "system.*")]'))
    // Other tests send enquiries.
    const enquiries: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/api/enquiries/search')) enquiries.push(response.text())
    })
    const studio = await StudioPage.at(page)
    const left: string[] = []
    const look = async (place: string) => {
      const known = [everything, ...(await Promise.all(enquiries))].join()
      // Previews join texts, and cut long ones.
      const isContent = (text: string) =>
        text.split(' · ').every((part) => known.includes(JSON.stringify(part.replace(/ ?…$/, '')).slice(1, -1)))
      const found = (await latinTexts(page)).filter((text) => !names.test(text) && !isContent(text))
      left.push(...found.map((text) => `${place}: ${text}`))
    }
    await studio.open('page-limsPages-report', 'page')
    await expect(studio.input('title.zh')).toBeVisible()
    await page.getByTestId('pane-context-menu-button').last().click()
    await expect(page.getByRole('menuitem', {name: '历史记录'})).toBeVisible()
    await look('menu of the document')
    await page.getByRole('menuitem', {name: '历史记录'}).click()
    await expect(page.getByTestId('timeline-item-button').first()).toBeVisible()
    await look('history')
    for (const tool of ['structure/siteMap', 'contentHealth', 'enquiries', 'structure/media', 'releases']) {
      await studio.visit(`${testProduct.studioUrl}/${tool}`)
      await look(tool)
    }
    await page.getByTestId('studio-search').click()
    await expect(page.locator('input:focus')).toBeVisible()
    await page.keyboard.type('试验')
    await expect(page.getByTestId('search-results')).toBeVisible()
    await look('search')
    await page
      .getByRole('button', {name: '添加筛选器'})
      .or(page.getByRole('button', {name: '筛选'}))
      .first()
      .click()
    await expect(page.getByRole('listbox', {name: '过滤器'})).toBeVisible()
    await look('filters of the search')
    // The search stays open where a link is followed behind it.
    await page.goto(`${testProduct.studioUrl}/nothing`)
    await expect(page.getByText('没有这样的工具')).toBeVisible()
    await look('an address that leads nowhere')
    await studio.open('page-lims', 'page')
    await page.getByTestId('action-menu-button').click()
    await page.getByRole('menuitem', {name: '分享预览'}).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('a dialog')
    expect([...new Set(left)]).toEqual([])
  })

  test('no two items of a block’s menu have the same name', {tag: '@long'}, async ({page}) => {
    const studio = await StudioPage.at(page)
    await studio.open('page-lims', 'page')
    const menu = page.locator('[data-testid="field-blocks"] button[id$="-menuButton"]').first()
    await menu.scrollIntoViewIfNeeded()
    await menu.click()
    await expect(page.getByRole('menuitem', {name: '创建副本'})).toBeVisible()
    const items = await page.getByRole('menuitem').allTextContents()
    expect(items).toContain('复制到剪贴板')
    expect(new Set(items).size).toBe(items.length)
  })
})
