import {execFile, spawn} from 'node:child_process'
import {existsSync} from 'node:fs'
import {mkdir, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {dirname, join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {promisify} from 'node:util'
import {checkPackage, createPackageFromTarballData} from '@arethetypeswrong/core'
import {publint} from 'publint'
import {formatMessage} from 'publint/utils'
import {extract} from 'tar'
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {buildPackage} from './buildPackage.ts'

const run = promisify(execFile)
const WORKSPACE = fileURLToPath(new URL('..', import.meta.url))
/** Makes Node say that it is older than it is. */
const OLD_NODE =
  "data:text/javascript,Object.defineProperty(process, 'versions', {value: {...process.versions, node: '20.9.0'}})"

/** A project with the packed package and its dependencies only. */
let project: string
const installed = () => join(project, 'node_modules/embedded-content-lake')
let tarball: string

/** The folder of a dependency, which need not export its manifest. */
const folderOf = (name: string): string => {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = places.map((place) => join(place, name)).find((folder) => existsSync(folder))
  if (!found) throw new Error(`${name} is not installed`)
  return found
}

/** Installs the package and its dependencies in a project, as npm does, but without a network. */
async function install(folder: string, {withOptional = true} = {}): Promise<void> {
  const target = join(folder, 'node_modules/embedded-content-lake')
  await mkdir(target, {recursive: true})
  await extract({file: tarball, cwd: target, strip: 1})
  const {dependencies, optionalDependencies} = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'))
  for (const name of Object.keys({...dependencies, ...(withOptional && optionalDependencies)})) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), {recursive: true})
    await symlink(folderOf(name), link)
  }
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'lake-package-'))
  const built = join(project, 'built')
  buildPackage(built)
  const {stdout} = await run('npm', ['pack', built, '--silent'], {cwd: project})
  tarball = join(project, stdout.trim())
  await install(project)
})

afterAll(() => rm(project, {recursive: true, force: true}))

it('the sources, which run nowhere below node_modules, are not packed: npm says how the package is made', async () => {
  const packing = run('npm', ['pack', '--dry-run'], {cwd: WORKSPACE})
  await expect(packing).rejects.toThrow('"npm run build" and "npm pack ./dist"')
})

/** Starts the command as npx does. Settles with the lake's URL, or with the output if it ends. */
async function start(command: string, nodeArguments: string[] = []): Promise<string> {
  const dir = await mkdtemp(join(project, 'lake-'))
  const args = [...nodeArguments, command, '--dir', dir, '--port', '0']
  const child = spawn(process.execPath, args, {cwd: project, stdio: 'pipe'})
  onTestFinished(() => {
    child.kill('SIGTERM')
  })
  return new Promise((resolve) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      const url = /ready at (\S+)/.exec(said)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('close', () => resolve(said))
  })
}

const ask = async (url: string, query: string): Promise<unknown> => {
  const address = `${url}/v2025-02-19/data/query/production?query=${encodeURIComponent(query)}`
  for (;;) {
    const response = await fetch(address)
    const body: unknown = await response.json()
    // On a busy machine the query process may take longer to start than a query waits.
    if (response.status !== 503 && response.status !== 504) return body
  }
}
/** The second is evaluated in the query process, which is a file of its own. */
const QUERIES = ['1 + 1', 'array::intersects([1], [1])']

async function expectToWork(url: string): Promise<void> {
  expect(url).toMatch(/^http:/)
  expect(await Promise.all(QUERIES.map((query) => ask(url, query)))).toMatchObject([{result: 2}, {result: true}])
}

describe('the command', () => {
  const published = () => join(installed(), 'bin/embedded-content-lake.mjs')

  it('works in the repository, from the sources', async () => {
    await expectToWork(await start(join(WORKSPACE, 'bin/embedded-content-lake.mjs')))
  })

  it('works in a project that has installed the published package', async () => {
    await expectToWork(await start(published()))
  })

  it('says what it needs when Node is too old', async () => {
    expect(await start(published(), ['--import', OLD_NODE])).toBe(
      'The content lake needs Node 22.23, 24.21, 26 or newer, and this is 20.9.0. Install one, or the npm package "node@26" beside the lake.\n',
    )
  })

  it('hands over to the Node that npm has installed when the one that it was called with is too old', async () => {
    await expectToWork(await start(join(WORKSPACE, 'bin/embedded-content-lake.mjs'), ['--import', OLD_NODE]))
  })
})

it('its manifest can be read, as tools do that look for its version', async () => {
  const {stdout} = await run(process.execPath, ['-p', "require('embedded-content-lake/package.json').version"], {
    cwd: project,
  })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

it('the types of the package lead to nothing of its insides', async () => {
  const seen = new Set<string>()
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    seen.add(file)
    const text = await readFile(file, 'utf8')
    expect(text).not.toMatch(/from 'node:(sqlite|http)'|DatabaseSync/)
    for (const [, path = ''] of text.matchAll(/(?:from|import\() ?['"](\.[^'"]+)['"]/g)) {
      await visit(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
    }
  }
  for (const entry of ['api', 'testLake', 'browser/index']) await visit(join(installed(), `${entry}.d.ts`))
  expect(Array.from(seen, (file) => relative(installed(), file)).sort()).toEqual([
    ...['access/password.d.ts', 'api.d.ts', 'browser/index.d.ts'],
    ...['errors.d.ts', 'inspectLake.d.ts', 'testLake.d.ts', 'types.d.ts'],
  ])
})

describe('the package as its users see it', () => {
  it('has nothing that publint would change', async () => {
    const {messages, pkg} = await publint({pkgDir: installed(), strict: true, pack: false})
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('has types that resolve wherever ES modules do', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)))
    if (!analysis.types) throw new Error('The package has no types')
    expect(Object.keys(analysis.entrypoints)).toEqual(['.', './browser', './testing', './package.json'])
    // The package is ESM only, and requires a Node whose `require` loads that.
    const isOurs = (kind: string) => kind === 'node16-esm' || kind === 'bundler'
    expect(
      analysis.problems.filter((problem) => !('resolutionKind' in problem) || isOurs(problem.resolutionKind)),
    ).toEqual([])
  })
})

it('without sharp a lake answers everything but what needs to read an image, and says so', async () => {
  const bare = await mkdtemp(join(tmpdir(), 'lake-bare-'))
  onTestFinished(() => rm(bare, {recursive: true, force: true}))
  await install(bare, {withOptional: false})
  const program = `
    import {createLake} from 'embedded-content-lake'
    const lake = await createLake({dir: 'lake', port: 0})
    const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='), (letter) => letter.charCodeAt(0))
    const upload = (kind) => fetch(lake.url + '/v1/assets/' + kind + '/production', {
      method: 'POST', headers: {authorization: 'Bearer ' + lake.tokens.write}, body: gif,
    })
    const image = await upload('images')
    const file = await upload('files')
    const answer = await fetch(lake.url + '/v2025-02-19/data/query/production?query=count(*)', {
      headers: {authorization: 'Bearer ' + lake.tokens.write},
    })
    console.log(JSON.stringify([image.status, await image.json(), file.status, (await answer.json()).result]))
    await lake.close()
  `
  await writeFile(join(bare, 'program.mjs'), program)
  const {stdout} = await run(process.execPath, ['program.mjs'], {cwd: bare})
  expect(JSON.parse(stdout)).toEqual([
    501,
    expect.objectContaining({reason: 'noSharp', message: expect.stringContaining('npm install sharp')}),
    200,
    1,
  ])
})

it('the published package can be imported, with its types', async () => {
  const program = `
    import {createLake, type RunningLake} from 'embedded-content-lake'
    import {multiplexFetch} from 'embedded-content-lake/browser'
    import {createTestLake} from 'embedded-content-lake/testing'
    const lake: RunningLake = await createLake({dir: 'lake', port: 0})
    const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='), (letter) => letter.charCodeAt(0))
    const upload = await fetch(lake.url + '/v1/assets/images/production', {
      method: 'POST', headers: {authorization: 'Bearer ' + lake.tokens.write}, body: gif,
    })
    console.log(upload.status)
    console.log(typeof multiplexFetch, (await lake.query({query: '2 + 2', identity: {id: 'me', name: 'Me', rights: 'write'}})).result)
    await lake.close()
    const testLake = await createTestLake({seed: []})
    await testLake[Symbol.asyncDispose]()
  `
  await writeFile(join(project, 'program.ts'), program)
  await writeFile(join(project, 'package.json'), '{"type": "module"}')
  const {stdout} = await run(process.execPath, ['program.ts'], {cwd: project})
  // Images are decoded in a child process, which has its own entry file.
  expect(stdout).toBe('200\nfunction 4\n')
  const compiler = join(folderOf('typescript'), 'bin/tsc')
  // Without the types of Node, and by a library that knows no `Symbol.asyncDispose`.
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  const checked = await run(process.execPath, [compiler, ...options, 'program.ts'], {cwd: project}).catch(
    (error: {stdout: string}) => error,
  )
  expect(checked.stdout).toBe('')
})

it('the Vitest example of the README passes on the published package', async () => {
  const readme = await readFile(join(installed(), 'README.md'), 'utf8')
  const [, example = ''] = /```ts\n(\/\/ Vitest\n[\s\S]*?)```/.exec(readme) ?? []
  await mkdir(join(project, 'node_modules/@sanity'), {recursive: true})
  for (const name of ['vitest', '@sanity/client']) await symlink(folderOf(name), join(project, 'node_modules', name))
  await writeFile(join(project, 'example.test.ts'), example)
  const command = [join(folderOf('vitest'), 'vitest.mjs'), 'run', 'example.test.ts', '--root', project]
  const {stdout} = await run(process.execPath, command, {cwd: project, env: {...process.env, NO_COLOR: '1'}})
  expect(stdout).toMatch(/Tests\s+1 passed/)
})
