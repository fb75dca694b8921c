import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {bareEnvironment} from '@/tests/support/bareEnvironment.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {lockFile} from './product/lockFile.ts'
import {root} from './product/paths.ts'

/** A copy of the project whose site, Studio and npm are stand-ins. */
function copyOfProject(project = temporaryFolder()): string {
  for (const folder of ['scripts', 'lib', 'enquiries', 'sanity', 'server', 'i18n', 'packages'])
    cpSync(join(root, folder), join(project, folder), {
      recursive: true,
      filter: (path) => !/[\\/]node_modules$|\.ndjson$/.test(path),
    })
  cpSync(join(root, 'package.json'), join(project, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), {recursive: true})
    writeFileSync(join(project, file), text)
  }
  write('studio/package.json', '{"name":"studio"}')
  write('studio/sanity.cli.ts', 'export default {}')
  write(
    'scripts/build.ts',
    `import {mkdirSync, writeFileSync} from 'node:fs'
    mkdirSync('.next/static', {recursive: true})
    writeFileSync('.next/BUILD_ID', 'built')`,
  )
  write(
    'server.ts',
    `import {createServer} from 'node:http'
    createServer((request, response) => {
      response.setHeader('x-instance', process.env.INSTANCE_ID ?? '').end('<loc>https://www.example.com/h5</loc>')
    }).listen(Number(process.env.PORT), '127.0.0.1')`,
  )
  write(
    'path/npm',
    `#!/bin/sh
mkdir -p node_modules/.bin
cat > node_modules/.bin/sanity <<'END'
require('fs').mkdirSync(process.argv[3], {recursive: true})
require('fs').writeFileSync(process.argv[3] + '/index.html', 'Studio of the new packages, built in ' + process.cwd())
END
`,
  )
  chmodSync(join(project, 'path/npm'), 0o755)
  return project
}

/** Deploys a copy of the project of which the installed packages are those of another lockfile. */
async function deploy(project: string, env: Record<string, string> = {}) {
  writeFileSync(
    join(project, 'package-lock.json'),
    '{"packages":{"node_modules/not-installed-yet":{"version":"1.0.0"}}}',
  )
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(project, 'scripts/deploy.ts')], {
    cwd: project,
    env: {
      ...bareEnvironment,
      NODE_ENV: 'production',
      PATH: `${join(project, 'path')}:${process.env.PATH}`,
      SANITY_API_READ_TOKEN: 'read',
      SANITY_API_WRITE_TOKEN: 'write',
      SANITY_WEBHOOK_SECRET: 'secret',
      ...env,
    },
  })
  let stderr = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [status] = await once(child, 'close')
  return {status, stderr}
}

test('a deploy of another lockfile builds the Studio with the packages of the release', async () => {
  const project = copyOfProject()
  expect(await deploy(project)).toEqual({status: 0, stderr: ''})
  expect(readFileSync(join(project, 'studio/dist/index.html'), 'utf8')).toMatch(
    /^Studio of the new packages, built in .*\.next-releases\/[\d]+-\w+\/studio$/,
  )
})

/** A project with a Studio, in which something runs that answers a deploy. */
function runningProject(answer: {problem?: string; isServed?: boolean}) {
  const project = copyOfProject()
  const studio = join(project, 'studio/dist/index.html')
  mkdirSync(dirname(studio), {recursive: true})
  writeFileSync(studio, 'Studio of before')
  for (const lock of ['.data/start.lock', '.next.lock'])
    onTestFinished(lockFile(join(project, lock), {owner: 'The site', guards: 'it', remedy: ''}))
  const releases = join(project, '.next-releases')
  const answering = setInterval(() => {
    if (!existsSync(join(releases, 'order.json'))) return
    rmSync(join(releases, 'order.json'))
    writeFileSync(join(releases, 'answer.json.new'), JSON.stringify(answer))
    renameSync(join(releases, 'answer.json.new'), join(releases, 'answer.json'))
  }, 50)
  onTestFinished(() => clearInterval(answering))
  return {project, servedStudio: () => readFileSync(studio, 'utf8')}
}

test('a deploy whose release does not get ready leaves the Studio of before', async () => {
  const problem = 'The site ended before it was ready.'
  const {project, servedStudio} = runningProject({problem, isServed: false})
  expect(await deploy(project)).toEqual({status: 1, stderr: `✗ ${problem}\n`})
  expect(servedStudio()).toBe('Studio of before')
  expect(readdirSync(join(project, 'studio/.sanity'))).toEqual([])
})

test('a deploy whose release is served until the next start alone serves its Studio, too', async () => {
  const problem = 'It is served, but only until the next start.'
  const {project, servedStudio} = runningProject({problem, isServed: true})
  expect(await deploy(project)).toEqual({status: 1, stderr: `✗ ${problem}\n`})
  expect(servedStudio()).toMatch(/^Studio of the new packages/)
  expect(readdirSync(join(project, 'studio/.sanity'))).toEqual([])
})

test('a deploy whose Studio cannot take its place says what is served, and leaves the Studio of before', async () => {
  const {project, servedStudio} = runningProject({})
  const preload = join(project, 'busy.mjs')
  writeFileSync(
    preload,
    `import fs from 'node:fs'
    import {syncBuiltinESMExports} from 'node:module'
    const {renameSync} = fs
    fs.renameSync = (from, to) => {
      if (from.endsWith('dist.new')) throw Object.assign(new Error('EBUSY: resource busy'), {code: 'EBUSY'})
      renameSync(from, to)
    }
    syncBuiltinESMExports()`,
  )
  expect(await deploy(project, {NODE_OPTIONS: `--import=${preload}`})).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^✗ The site serves release \S+; its Studio could not take its place \(EBUSY: resource busy\)\. Run deploy again\.\n$/,
    ),
  })
  expect(servedStudio()).toBe('Studio of before')
  expect(readdirSync(join(project, 'studio/.sanity'))).toEqual([])
})

test.each(['10%20 #1', 'what?'])(
  'a folder named %j, in which no program would start, is refused with what to do',
  async (name) => {
    const project = copyOfProject(join(temporaryFolder(), name))
    const {status, stderr} = await deploy(project)
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^✗ The project is in .*\. Move it to a folder without/),
    ])
  },
)

test('a folder with spaces and Chinese in its name is none of those', async () => {
  expect(await deploy(copyOfProject(join(temporaryFolder(), '我的 网站')))).toEqual({status: 0, stderr: ''})
})
