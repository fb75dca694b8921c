import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {type APIRequestContext, expect, test} from '@playwright/test'
import {addAxe, violations} from '../support/axe.ts'
import {EnquiryForm} from '../support/EnquiryForm.ts'
import {homeLink} from '../support/headerLinks.ts'
import {holdRequests} from '../support/holdRequests.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

const phone = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true}
/** Unique texts, to find any trace of a visitor. */
const names = {
  zh: '欧阳测试甲',
  en: 'Quillon Testperson',
  plain: 'Zephyrine Plainform',
  once: 'Oncely Twentyfold',
  left: 'Leaveson Backtrack',
}
const action = '/h5/api/contact'

/** A visitor with an address of their own, as the rate limit counts by address. */
const from = (address: string) => ({'x-forwarded-for': address})

/** Posts a form as any program could. */
async function post(request: APIRequestContext, fields: Record<string, string>, headers: Record<string, string>) {
  const good = {name: 'Bot', phone: '13812345678', consent: 'yes', locale: 'en'}
  return request.post(action, {multipart: {...good, ...fields}, headers: {accept: 'application/json', ...headers}})
}

for (const {locale, start, interest, problems, received} of [
  {
    locale: 'zh' as const,
    start: '/h5/limsPages/entrust',
    interest: 'LIMS · 试验委托',
    problems: ['请填写姓名', '请留下电话或邮箱，填一个就可以', '请先勾选同意'],
    received: '已经收到',
  },
  {
    locale: 'en' as const,
    start: '/h5/en/evms',
    interest: 'EVMS · Engineering vehicle management',
    problems: [
      'Please give your name',
      'Please leave a phone number or an email address; one is enough',
      'Please tick your consent',
    ],
    received: 'We have received it',
  },
]) {
  test(`on a phone, with a keyboard only, a visitor writes to us (${locale})`, async ({browser}) => {
    const context = await browser.newContext({
      ...phone,
      baseURL: testProduct.siteUrl,
      extraHTTPHeaders: from('192.0.2.10'),
    })
    const page = await context.newPage()
    const form = new EnquiryForm(page)
    await page.goto(start)
    await form.tabTo(page.locator('aside a[href*="/contact"]'))
    await page.keyboard.press('Enter')
    await expect(form.submit).toBeVisible()
    await expect(form.field('interest').locator('option:checked')).toHaveAttribute('value', new RegExp(`${interest}$`))
    await form.tabTo(form.submit)
    await page.keyboard.press('Enter')
    await expect(form.summary).toBeFocused()
    await expect(form.summary.getByRole('link')).toHaveText(problems)
    await expect(form.problem('name')).toHaveText(problems[0] ?? '')
    await addAxe(page)
    expect(await violations(page)).toEqual([])

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(form.field('name')).toBeFocused()
    await form.type('name', names[locale])
    await form.type('phone', '010-6552 9988')
    await form.type('message', 'One\nTwo 👋')
    await form.tabTo(form.field('consent'))
    await page.keyboard.press('Space')
    await form.tabTo(form.submit)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', {name: received})).toBeVisible()
    await expect(form.received).toBeFocused()
    await expect(form.submit).toBeHidden()
    expect(page.url()).not.toContain(encodeURIComponent(names[locale]))
    expect(await violations(page)).toEqual([])
    await context.close()
  })
}

test('a form that is received while its visitor is on another page says so when he comes back, and offers another', async ({
  page,
}) => {
  await page.setExtraHTTPHeaders(from('192.0.2.77'))
  await page.goto('/h5/en/contact')
  await untilInteractive(page)
  const form = new EnquiryForm(page)
  const held = await holdRequests(page, (request) => request.method() === 'POST')
  await form.field('name').fill(names.left)
  await form.field('phone').fill('010-6552 9988')
  await form.field('consent').check()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await form.submit.click()
  await sent
  await homeLink(page).click()
  await expect(form.submit).toHaveCount(0)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  held.release()
  await (await answered).finished()
  await page.goBack()
  await expect(page.getByRole('heading', {name: 'We have received it'})).toBeVisible()
  await expect(form.submit).toBeHidden()
  await form.received.getByRole('link', {name: 'Write another'}).click()
  await expect(form.submit).toBeVisible()
  await expect(form.received).toBeHidden()
})

test('what is typed outlives a deploy, a publish and a reload: the page that is loaded anew has it, and asks for consent again', async ({
  page,
}) => {
  await page.goto('/h5/en/contact')
  await untilInteractive(page)
  const form = new EnquiryForm(page)
  await form.field('message').fill('Half a message')
  await form.field('interest').selectOption({index: 2})
  await form.field('consent').check()
  const interest = await form.field('interest').inputValue()
  const key = page.locator('#enquiry [name="key"]')
  // The form's script has been loaded, whenever that was.
  await expect(key).not.toHaveValue('')
  const sentAs = await key.inputValue()
  const newer = (text: string) => text.replace(/data-build="[^"]*"/, 'data-build="newer"')
  await page.route('**/h5/en/contact', async (route) => {
    const response = await route.fetch()
    await route.fulfill({response, body: newer(await response.text())})
  })
  await page.route('**/payloads/en/contact.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({response, json: {...(await response.json()), version: 'newer'}})
  })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', {name: 'Show the new version'}).click()
  await loaded
  await expect(form.field('message')).toHaveValue('Half a message')
  await expect(form.field('interest')).toHaveValue(interest)
  await expect(form.field('consent')).not.toBeChecked()
  await expect(key, 'what was stored already is not stored twice').toHaveValue(sentAs)
  await page.unrouteAll()
  await page.reload()
  await expect(form.field('message')).toHaveValue('Half a message')
  await page.goto('/h5/en/about')
  await page.locator('footer a[href$="/contact"]').click()
  await expect(form.field('message')).toHaveValue('Half a message')
  await page.goto('/h5/contact')
  await expect(form.field('message')).toHaveValue('Half a message')
  await expect(key).toHaveValue(sentAs)
})

test('without JavaScript the form comes back with what was typed and what is wrong, then is received', async ({
  browser,
}) => {
  const context = await browser.newContext({
    ...phone,
    baseURL: testProduct.siteUrl,
    javaScriptEnabled: false,
    extraHTTPHeaders: from('192.0.2.11'),
  })
  const page = await context.newPage()
  const form = new EnquiryForm(page)
  await page.goto('/h5/en/lqmPages/ncr')
  await page.locator('aside a[href*="/contact"]').click()
  await form.field('name').fill(names.plain)
  await form.field('interest').selectOption({label: 'Certificate'})
  await form.field('phone').fill('6552 9988')
  await form.field('message').fill('"Two"\n<b>lines</b>')
  await form.field('consent').check()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(action)),
    form.submit.click(),
  ])
  expect(answer.status()).toBe(422)
  await expect(form.problem('phone')).toContainText('cannot be dialled')
  await expect(form.summary).toContainText('Almost there')
  await expect(form.field('name')).toHaveValue(names.plain)
  await expect(form.field('interest').locator('option:checked')).toHaveText('Certificate')
  await expect(form.field('message')).toHaveValue('"Two"\n<b>lines</b>')
  await expect(form.field('consent')).toBeChecked()
  await form.field('phone').fill('+49 30 901820')
  await form.submit.click()
  await expect(page).toHaveURL(/\/h5\/en\/contact#received$/)
  await expect(page.getByRole('heading', {name: 'We have received it'})).toBeVisible()
  await expect(form.submit).toBeHidden()
  await context.close()
})

test('a post from another site is 403, a body that is too large 413, too many from one address 429', async ({
  request,
}) => {
  expect((await post(request, {}, {origin: 'https://evil.example', ...from('192.0.2.12')})).status()).toBe(403)
  expect((await post(request, {}, {'sec-fetch-site': 'cross-site', ...from('192.0.2.12')})).status()).toBe(403)
  expect((await post(request, {message: 'x'.repeat(70_000)}, from('192.0.2.12'))).status()).toBe(413)
  const statuses: number[] = []
  for (let index = 0; index < 22; index += 1) {
    statuses.push(
      (await post(request, {message: `Number ${index}`, topic2: index < 10 ? 'bot' : ''}, from('192.0.2.12'))).status(),
    )
  }
  // Bots get the same response, and do not count towards a person's limit.
  expect(statuses).toEqual([...Array.from({length: 20}, () => 200), 429, 429])
})

test('the same form twenty times at once is received twenty times and kept once; it is read, followed up and erased in the Studio', async ({
  page,
  request,
}) => {
  const answers = await Promise.all(
    Array.from({length: 20}, () => post(request, {name: names.once, key: 'same'}, from('192.0.2.13'))),
  )
  expect(answers.map((answer) => answer.status())).toEqual(Array.from({length: 20}, () => 200))

  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/enquiries`)
  const list = page.getByTestId('enquiries')
  await expect(list.getByRole('button', {name: new RegExp(names.once)})).toHaveCount(1)
  await expect(list.getByRole('button', {name: new RegExp(names.zh)})).toHaveCount(1)
  await expect(list.getByRole('button', {name: new RegExp(names.plain)})).toContainText('LQM · Certificate')

  await page.getByRole('searchbox').fill('quillon two')
  await expect(list.getByRole('button')).toHaveCount(1)
  await list.getByRole('button').click()
  const enquiry = page.getByTestId('enquiry')
  await expect(enquiry).toContainText('One\nTwo 👋')
  await expect(enquiry.getByRole('link', {name: '010-6552 9988'})).toHaveAttribute('href', 'tel:+861065529988')
  await enquiry.getByRole('combobox').selectOption('inProgress')
  // Shown once it is saved.
  await expect(enquiry.getByRole('combobox')).toHaveValue('inProgress')
  await enquiry.getByRole('textbox').fill('Rang back')
  await enquiry.getByRole('button', {name: /Save note|保存备注/}).click()
  await expect(enquiry.getByRole('button', {name: /Save note|保存备注/})).toBeDisabled()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', {name: /CSV/}).click()])
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain(`"inProgress","${names.en}"`)
  expect(csv).toContain('Rang back')
  expect(csv).not.toContain(names.once)

  await enquiry.getByRole('button', {name: /^(Erase|删除个人信息)$/}).click()
  await page.getByRole('button', {name: /^(Erase for good|彻底删除)$/}).click()
  await expect(enquiry).toBeHidden()
  await expect(page.getByText(/No enquiries match|没有符合条件的咨询/)).toBeVisible()
})

test('nobody else reads enquiries', async ({request}) => {
  const ask = (headers: Record<string, string>) => request.post('/h5/api/enquiries/search', {data: {}, headers})
  const studio = {origin: testProduct.studioUrl}
  expect((await ask({})).status()).toBe(403)
  expect((await ask({origin: 'https://evil.example'})).status()).toBe(403)
  expect((await ask(studio)).status()).toBe(401)
  expect((await ask({...studio, authorization: 'Bearer made-up'})).status()).toBe(401)
  const ticketFor = async (token: string) => {
    const answer = await request.post(`${testProduct.studioUrl}/v1/auth/tickets`, {
      headers: {authorization: `Bearer ${token}`},
    })
    return (await answer.json()).ticket
  }
  expect((await ask({...studio, authorization: `Bearer ${await ticketFor(testProduct.readToken)}`})).status()).toBe(403)
  const allowed = await ask({...studio, authorization: `Bearer ${await ticketFor(testProduct.writeToken)}`})
  expect(allowed.status()).toBe(200)
  expect(allowed.headers()['access-control-allow-origin']).toBe(testProduct.studioUrl)
})

test('what visitors wrote stands in no log, not in the content, nor where it was erased', () => {
  const {dataDir, log} = testProduct
  const texts = [...Object.values(names), '65529988', '6552 9988', '192.0.2.1', 'Two 👋']
  const lake = join(dataDir, 'lake')
  const files = [
    log,
    ...readdirSync(lake, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  ]
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) {
    const bytes = readFileSync(file)
    expect([file, texts.filter((text) => bytes.includes(text))]).toEqual([file, []])
  }
  const kept = readdirSync(join(dataDir, 'enquiries')).map((name) => readFileSync(join(dataDir, 'enquiries', name)))
  expect(kept.some((bytes) => bytes.includes(names.zh))).toBe(true)
  expect(kept.some((bytes) => bytes.includes(names.en))).toBe(false)
})
