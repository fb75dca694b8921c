import {expect, test} from '@playwright/test'
import {articlePath, scenarioPath, withBasePath} from '../../lib/urls.ts'
import {content} from '../support/contentClient.ts'
import {DemoStage} from '../support/demoStage.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {withoutBreaks} from '../support/siteUrls.ts'

test('a scenario that a marketer changes in the Studio is changed on the demo page, in its data and in its article', async ({
  page,
  request,
}) => {
  const title = await content.fetch('*[_id == "scenario-lqm"][0].title')
  const textOf = async (path: `/${string}`) => withoutBreaks(await (await request.get(withBasePath(path))).text())
  await textOf(scenarioPath('en', 'lqm'))
  const studio = await StudioPage.at(page)
  await studio.open('scenario-lqm', 'scenario')
  try {
    await studio.fill('title.zh', '改过的资质演示')
    await studio.fill('title.en', 'A changed qualification')
    await studio.publish()
    await expect.poll(() => textOf('/demo')).toContain('改过的资质演示')
    await expect.poll(() => textOf(scenarioPath('en', 'lqm'))).toContain('A changed qualification')
    await expect.poll(() => textOf(articlePath('en', 'lqm'))).toContain('A changed qualification')
    const demo = new DemoStage(page)
    await demo.open('zh')
    await expect(demo.link('改过的资质演示')).toBeVisible()
  } finally {
    const lqm = await content.fetch('*[_id == "scenario-lqm"][0]')
    await content.createOrReplace({...lqm, title})
    await content.delete('drafts.scenario-lqm')
  }
})

test('a duplicated scenario gets a name and a place of its own, and links to the original go on leading there', {
  tag: '@long',
}, async ({page, request}) => {
  const lqm = await content.fetch('*[_id == "scenario-lqm"][0]')
  const copies = '*[_type == "scenario" && anchor match "lqm*" && !(_id in ["scenario-lqm", "drafts.scenario-lqm"])]'
  const studio = await StudioPage.at(page)
  const demo = new DemoStage(page)
  try {
    await studio.open('scenario-lqm', 'scenario')
    await page.getByTestId('action-menu-button').click()
    await page.getByRole('menuitem', {name: 'Duplicate'}).click()
    await expect(studio.input('anchor')).toHaveValue(/^lqm[2-9]$/)
    const anchor = await studio.input('anchor').inputValue()
    await expect(studio.input('order')).toHaveValue('5')
    await studio.fill('title.en', 'The copy of a qualification')

    await studio.fill('anchor', 'lqm')
    await studio.publishButton.click()
    await expect(page.getByTestId('publish-refuse')).toContainText('saved links lead there: choose another')
    await expect(page.getByTestId('publish-refuse')).toContainText('Still marked as a copy')
    await page.getByRole('button', {name: 'Back', exact: true}).click()
    await studio.fill('anchor', anchor)
    await studio.fill('title.zh', '另一条资质演示')
    await studio.publish()
    await expect.poll(async () => (await request.get('/h5/en/demo')).text()).toContain('The copy of a qualification')
    await demo.open('en', '#lqm-1')
    await expect(demo.link(lqm.title.en).first()).toHaveAttribute('aria-current', 'true')
    await demo.open('en', `#${anchor}-1`)
    await expect(demo.link('The copy of a qualification').first()).toHaveAttribute('aria-current', 'true')
  } finally {
    await content.delete({query: copies})
  }
})

test('a link with a former name leads to its scenario, one to a scenario that is gone says so', {tag: '@long'}, async ({
  page,
  request,
}) => {
  const {_rev, _createdAt, _updatedAt, ...model} = await content.fetch('*[_id == "scenario-advp"][0]')
  const _id = 'scenario-renamed-by-the-test'
  const title = {_type: 'localeString', zh: '改名的演示', en: 'A renamed walkthrough'}
  await content.createOrReplace({...model, _id, anchor: 'before', order: 9, title})
  const studio = await StudioPage.at(page)
  const demo = new DemoStage(page)
  try {
    await studio.open(_id, 'scenario')
    await studio.fill('anchor', 'after')
    await expect(studio.form.getByTestId('field-formerAnchors')).toBeVisible()
    await studio.publish()
    await expect.poll(async () => (await request.get(withBasePath(scenarioPath('en', 'after')))).status()).toBe(200)
    // A scenario that was not asked for before is rendered at once, the page a little later.
    await expect
      .poll(async () => (await request.get('/h5/en/demo')).text())
      .toContain(withBasePath(articlePath('en', 'after')))
    await demo.open('en', '#before-2')
    await expect(demo.link('A renamed walkthrough').first()).toHaveAttribute('aria-current', 'true')
    await demo.expectStep(model.steps[1].heading.en)
    const article = await request.get(withBasePath(articlePath('en', 'before')))
    expect(await article.text()).toContain('A renamed walkthrough')
    const steal = content.patch('scenario-lqm', {set: {anchor: 'before'}}).commit()
    await expect(steal).rejects.toThrow('This name in links belongs to another scenario')
  } finally {
    await content.delete({query: '*[_id in [$id, $draft]]', params: {id: _id, draft: `drafts.${_id}`}})
  }
  await expect.poll(async () => (await request.get('/h5/en/demo')).text()).not.toContain('A renamed walkthrough')
  // The same address is no navigation.
  await page.reload()
  await demo.begin()
  await expect(demo.stage.getByRole('status').filter({hasText: 'is no longer here'})).toBeVisible()
})

test('a scenario that is new appears on the demo page and can be walked, and goes when it is deleted', {
  tag: '@long',
}, async ({page, request}) => {
  const model = await content.fetch('*[_id == "scenario-advp"][0]')
  const {_rev, _createdAt, _updatedAt, ...rest} = model
  const _id = 'scenario-of-the-test'
  await content.createOrReplace({
    ...rest,
    _id,
    anchor: 'merge',
    order: 9,
    title: {_type: 'localeString', zh: '新的演示', en: 'A new walkthrough'},
  })
  const demo = new DemoStage(page)
  try {
    await expect.poll(async () => (await request.get('/h5/en/demo')).text()).toContain('A new walkthrough')
    await demo.open('en', '#merge-2')
    await demo.expectStep(rest.steps[1].heading.en)
    await expect(demo.link(/A new walkthrough/).first()).toHaveAttribute('aria-current', 'true')
  } finally {
    await content.delete(_id)
  }
  await expect.poll(async () => (await request.get('/h5/en/demo')).text()).not.toContain('A new walkthrough')
  await expect.poll(async () => (await request.get(withBasePath(scenarioPath('en', 'merge')))).status()).toBe(404)
})
