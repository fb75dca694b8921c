import {expect, test} from '@playwright/test'
import {articlePath, scenarioPath, withBasePath} from '../../lib/urls.ts'
import {content} from '../support/content.ts'
import {DemoStage} from '../support/demoStage.ts'
import {StudioPage} from '../support/StudioPage.ts'

const patience = {timeout: 20_000}

test('a scenario that a marketer changes in the Studio is changed on the demo page, in its data and in its article', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const title = await content.fetch('*[_id == "scenario-lqm"][0].title')
  const textOf = async (path: `/${string}`) => (await request.get(withBasePath(path))).text()
  await textOf(scenarioPath('en', 'lqm'))
  const studio = new StudioPage(page)
  await studio.open('scenario-lqm', 'scenario')
  try {
    await studio.fill('title.zh', '改过的资质演示')
    await studio.fill('title.en', 'A changed qualification')
    await studio.publish()
    await expect.poll(() => textOf('/demo'), patience).toContain('改过的资质演示')
    await expect.poll(() => textOf(scenarioPath('en', 'lqm')), patience).toContain('A changed qualification')
    await expect.poll(() => textOf(articlePath('en', 'lqm')), patience).toContain('A changed qualification')
    const demo = new DemoStage(page)
    await demo.open('zh')
    await expect(demo.link('改过的资质演示')).toBeVisible()
  } finally {
    const lqm = await content.fetch('*[_id == "scenario-lqm"][0]')
    await content.createOrReplace({...lqm, title})
    await content.delete('drafts.scenario-lqm')
  }
})

test('a scenario that is new appears on the demo page and can be walked, and goes when it is deleted', async ({
  page,
  request,
}) => {
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
    await expect.poll(async () => (await request.get('/h5/en/demo')).text(), patience).toContain('A new walkthrough')
    await demo.open('en', '#merge-2')
    await demo.expectStep(rest.steps[1].heading.en)
    await expect(demo.link(/A new walkthrough/).first()).toHaveAttribute('aria-current', 'true')
  } finally {
    await content.delete(_id)
  }
  await expect.poll(async () => (await request.get('/h5/en/demo')).text(), patience).not.toContain('A new walkthrough')
  await expect
    .poll(async () => (await request.get(withBasePath(scenarioPath('en', 'merge')))).status(), patience)
    .toBe(404)
})
