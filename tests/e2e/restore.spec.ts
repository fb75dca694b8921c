import {type ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import {cpSync, mkdtempDisposableSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import sharp from 'sharp'
import {root} from '../../scripts/product/paths.ts'
import {untilReady} from '../../scripts/product/untilReady.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {freePort} from '../support/freePort.ts'
import {startBuiltSite} from '../support/startBuiltSite.ts'
import {testEnvironment, testProduct} from '../support/testProduct.ts'
import {untilSettled} from '../support/untilSettled.ts'

const buildDir = '.next-test-restore'
const pageId = 'page-story'
const block = 'blocks[_type == "prose"][0]'

function run(script: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: root,
    env: {...process.env, ...testEnvironment(), ...env},
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function finish(child: ChildProcess): Promise<void> {
  expect(await once(child, 'close')).toEqual([0, null])
}

test('a visitor of a restored product sees the pages and pictures of the backup', {tag: '@long'}, async ({
  page,
  request,
}) => {
  await using started = new AsyncDisposableStack()
  const {title, key} = await content.fetch(`*[_id == $pageId][0]{title, "key": ${block}._key}`, {pageId})
  const photo = `blocks[_key=="${key}"].photo`
  started.defer(async () => {
    await publishEdit(pageId, {title}, [photo])
    await untilSettled(request)
  })
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), 'restore-'))).path
  const [file, dataDir] = [join(folder, 'backup.tar.gz'), join(folder, 'data')]

  const square = await sharp({create: {width: 600, height: 400, channels: 3, background: '#345'}})
    .png()
    .toBuffer()
  const {_id: asset} = await content.assets.upload('image', square, {filename: 'bench.png'})
  const alt = {_type: 'localeString', zh: '试验台照片', en: 'A test bench'}
  await publishEdit(pageId, {
    'title.zh': '备份之前发布',
    [photo]: {_type: 'photo', asset: {_type: 'reference', _ref: asset}, alt},
  })
  await finish(run('scripts/backup.ts', [file], {}))
  await publishEdit(pageId, {'title.zh': '备份之后发布'}, [photo])
  await finish(run('scripts/restore.ts', [file], {DATA_DIR: dataDir}))

  const [lakePort, sitePort] = [await freePort(), await freePort()]
  const lakeUrl = `http://localhost:${lakePort}`
  const lake = run('packages/content-lake/src/cli.ts', ['--dir', join(dataDir, 'lake'), '--port', String(lakePort)], {})
  started.defer(async () => {
    const ended = once(lake, 'close')
    lake.kill('SIGTERM')
    await ended
  })
  await untilReady(`${lakeUrl}/health`)
  const removeBuild = () => rmSync(join(root, buildDir), {recursive: true, force: true})
  removeBuild()
  // Files of a build are replaced while its pages are renewed.
  await untilSettled(request)
  started.defer(removeBuild)
  cpSync(join(root, testProduct.siteBuildDir), join(root, buildDir), {recursive: true})
  const site = await startBuiltSite({
    ...process.env,
    ...testEnvironment(),
    PORT: String(sitePort),
    LAKE_PORT: String(lakePort),
    DATA_DIR: dataDir,
    SITE_BUILD_DIR: buildDir,
    SANITY_WEBHOOK_SECRET: readFileSync(join(dataDir, 'webhook-secret'), 'utf8').trim(),
    NODE_ENV: 'production',
  })
  started.defer(site.stop)

  // The pages of the build are of after the backup: the site compares them with the content as it starts.
  const titleOf = async () => {
    await page.goto(`http://localhost:${sitePort}/h5/story`)
    return page.locator('h1').textContent()
  }
  await expect.poll(titleOf).toBe('备份之前发布')
  const picture = page.getByRole('img', {name: alt.zh})
  await picture.scrollIntoViewIfNeeded()
  const width = () => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
  await expect.poll(width).toBeGreaterThan(0)
})
