import {spawnSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import {createLake} from 'embedded-content-lake'
import {expect, onTestFinished, test} from 'vitest'
import {root} from '@/scripts/product/paths'
import {startMetrics} from '@/server/metrics'
import {findProgram} from '@/tests/support/findProgram'
import {temporaryFolder} from '@/tests/support/temporaryFolder'

/** deploy/prometheus against the metrics that there are, and against the runbook. */
const folder = join(root, 'deploy/prometheus')
const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8')
const runbook = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)\n[\s\S]*?severity: (\w+)/g)].map(([, name = '', severity]) => ({
  name,
  severity,
}))
const [, section = ''] = /\n### Alerts\n([\s\S]*?)(?:\n##|$)/.exec(runbook) ?? []

test('each alert has its line in the runbook, with its severity, and the runbook knows no other', () => {
  expect(alerts.length).toBeGreaterThan(10)
  const lines = [...section.matchAll(/^\| `(\w+)` \((\w+)\) \| (.+) \| (.+) \|$/gm)]
  expect(lines.map(([, name, severity]) => ({name, severity}))).toEqual(alerts)
  for (const [, name, , meaning = '', remedy = ''] of lines) {
    expect(meaning.length, name).toBeGreaterThan(20)
    expect(remedy.length, name).toBeGreaterThan(20)
  }
})

test('no alert of what goes on fires for what is over: it holds for as long as it looks back', () => {
  const minutes = (time: string) => Number.parseInt(time, 10) * (time.endsWith('h') ? 60 : 1)
  for (const rule of rules.split('- alert: ').slice(1)) {
    const [, holds] = /\n +for: (\w+)/.exec(rule) ?? []
    const windows = [...rule.matchAll(/\[(\w+)\]/g)].map(([, window = '']) => minutes(window))
    if (holds) expect(minutes(holds), rule).toBeGreaterThanOrEqual(Math.max(0, ...windows))
  }
})

test('each alert is tested, when it fires and when it does not', () => {
  const tests = readFileSync(join(folder, 'alerts.test.yml'), 'utf8')
  for (const {name} of alerts) {
    for (const kind of ['fires', 'is quiet']) expect(tests).toContain(`- name: ${name} ${kind}\n`)
  }
})

test('alerts and runbook name only metrics that there are', async () => {
  const site = createServer()
  const port = await startMetrics({
    site,
    state: {hasCompared: false, isRedisConnected: () => true, storeListeners: new Set()},
    countDeliveries: async () => ({waiting: 0, failed: 0, oldest: undefined}),
    canStore: async () => true,
    dataDir: temporaryFolder(),
  }).listen(0)
  const webhooks = [{name: 'site', url: 'http://127.0.0.1:1/', secret: 's', on: ['create' as const]}]
  const lake = await createLake({dir: temporaryFolder(), port: 0, metricsPort: 0, webhooks, log: () => {}})
  onTestFinished(() => lake.close())
  const shown = await Promise.all(
    [port, lake.metricsPort].map(async (at) => (await fetch(`http://127.0.0.1:${at}/metrics`)).text()),
  )
  const known = new Set([...shown.join('').matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const named = [...(rules + runbook).matchAll(/\b(?:site|lake|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g)]
  const names = new Set(named.map(([name]) => name.replace(/_(bucket|count|sum)$/, '')))
  expect(names.size).toBeGreaterThan(15)
  expect([...names].filter((name) => !known.has(name))).toEqual([])
})

test('Prometheus takes the configuration and the rules, and each alert fires when it should', {
  timeout: 300_000,
}, () => {
  const promtool = findProgram('promtool', ['prometheus'])
  const run = (...args: string[]) => {
    const {status, stdout, stderr} = spawnSync(promtool, args, {cwd: folder, encoding: 'utf8'})
    expect(status, stdout + stderr).toBe(0)
  }
  run('check', 'config', 'prometheus.yml')
  run('test', 'rules', 'alerts.test.yml')
})
