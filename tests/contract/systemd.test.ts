import {spawnSync} from 'node:child_process'
import {existsSync, globSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {root} from '@/scripts/product/paths'
import {temporaryFolder} from '../support/temporaryFolder.ts'

const unit = readFileSync(join(root, 'deploy/systemd/site@.service'), 'utf8')
const [, script = ''] = /^ExecStartPre=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? []

/** Prepares the start of `site@3000` in a folder, with the machine's `cp` or another one. */
function prepare(cwd: string, path = '') {
  return spawnSync('/bin/sh', ['-c', script.replaceAll('%i', '3000')], {
    cwd,
    env: {...process.env, PATH: `${path}:/usr/bin:/bin`},
  }).status
}

test('an instance whose copy of the build was cut off is not served from it, but copies the build anew', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, '.next/server'), {recursive: true})
  for (const file of ['BUILD_ID', 'server/page.html']) writeFileSync(join(folder, '.next', file), 'first')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/cp'), '#!/bin/sh\nmkdir "$3" && cat "$2/BUILD_ID" > "$3/BUILD_ID"\nexit 1\n', {
    mode: 0o755,
  })
  const copied = () => readFileSync(join(folder, '.next-3000/server/page.html'), 'utf8')

  expect(prepare(folder, join(folder, 'bin'))).not.toBe(0)
  expect(existsSync(join(folder, '.next-3000'))).toBe(false)
  expect([prepare(folder), copied()]).toEqual([0, 'first'])

  writeFileSync(join(folder, '.next-3000/server/page.html'), 'renewed')
  expect([prepare(folder), copied()]).toEqual([0, 'renewed'])

  for (const file of ['BUILD_ID', 'server/page.html']) writeFileSync(join(folder, '.next', file), 'second')
  expect([prepare(folder), copied()]).toEqual([0, 'second'])
})

test('each unit that may install packages has a cache for them, as homes are read-only in it', () => {
  const units = globSync('deploy/systemd/*.service', {cwd: root}).map((file) => readFileSync(join(root, file), 'utf8'))
  const installing = units.filter((text) => /^ExecStart=.*(npm run|bootstrap\.mjs)/m.test(text))
  expect(installing).toHaveLength(2)
  for (const text of installing)
    expect(text).toMatch(/^CacheDirectory=site\nEnvironment=npm_config_cache=\/var\/cache\/site$/m)
})
