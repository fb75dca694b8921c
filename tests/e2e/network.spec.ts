import {execFileSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import {StudioPage} from '../support/StudioPage.ts'
import {testEnvironment, testProduct} from '../support/testProduct.ts'

// The log holds what every process of the product did since its build began.
test('no process left the machine at build, at start or while it served', () => {
  const log = existsSync(testProduct.foreignHostsLog) ? readFileSync(testProduct.foreignHostsLog, 'utf8') : ''
  expect(log).toBe('')
})

test('the guard itself works: a process of the product that tries to leave the machine is refused and logged', async () => {
  const log = join(testProduct.dataDir, 'guard.log')
  const script = "fetch('http://203.0.113.1/').then(() => console.log('reached'), () => console.log('refused'))"
  const env = {...process.env, ...testEnvironment(), FOREIGN_HOSTS_LOG: log}
  expect(execFileSync(process.execPath, ['-e', script], {env, encoding: 'utf8'}).trim()).toBe('refused')
  expect(readFileSync(log, 'utf8')).toContain('203.0.113.1')
})

test('a visitor’s browser asks no other host', async ({page, baseURL}) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  for (const path of ['/h5', '/h5/en/lims', '/h5/limsPages/entrust', '/h5/contact', '/h5/nope']) {
    await page.goto(path, {waitUntil: 'networkidle'})
  }
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
})

test('the Studio’s page lets no request leave the machine', {tag: '@long'}, async ({page}) => {
  const reached: string[] = []
  page.on('response', (response) => {
    if (!new URL(response.url()).hostname.endsWith('localhost')) reached.push(response.url())
  })
  const studio = await StudioPage.at(page)
  await studio.open('page-about', 'page')
  expect(reached).toEqual([])
})
