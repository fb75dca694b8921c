import {readFile} from 'node:fs/promises'
import {expect, test} from '@playwright/test'
import {createClient} from '@sanity/client'
import {namedLake, signIn, startNamedLake} from '../support/namedLake.ts'
import {StudioPage} from '../support/StudioPage.ts'

test.use({locale: 'zh-CN', viewport: {width: 1440, height: 900}})

let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await startNamedLake('administrator')
})
test.afterAll(() => stop())

test('the record says who published what, by person, with a link, and as CSV', {tag: '@long'}, async ({
  page,
  context,
}) => {
  const studio = await StudioPage.at(page)
  await signIn(page, namedLake.user)
  const cookie = (await context.cookies(namedLake.url)).map(({name, value}) => `${name}=${value}`).join('; ')
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    apiHost: namedLake.url,
    useProjectHostname: false,
    headers: {Cookie: cookie, Origin: namedLake.url},
  })
  await client.patch('page-story', {set: {'title.zh': '=关于我们的故事'}}).commit()
  await studio.visit(`${namedLake.url}/publications`)
  const record = page.getByTestId('publications')
  const link = record.getByRole('link', {name: '=关于我们的故事'}).first()
  await expect(link).toBeVisible()
  await page.getByLabel('人员').selectOption({label: '李伟'})
  await expect(record.getByText('发布修改')).toHaveCount(1)
  await expect(record).toContainText('李伟')
  const download = page.waitForEvent('download')
  await page.getByRole('button', {name: '导出 CSV'}).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.split('\r\n')[1]).toContain(
    `"李伟","${namedLake.user}","发布修改","没有经过草稿，由导入或程序写入","'=关于我们的故事","page","page-story"`,
  )
  await page.getByLabel('到', {exact: true}).fill('2020-01-01')
  await expect(page.getByText('没有符合条件的记录。')).toBeVisible()
  await page.getByLabel('到', {exact: true}).fill('')
  await link.click()
  await expect(page.getByTestId('form-view')).toBeVisible()
})
