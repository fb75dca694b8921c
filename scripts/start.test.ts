import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:net'
import {join, resolve} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {bareEnvironment} from '@/tests/support/bareEnvironment.ts'
import {freePort} from '@/tests/support/freePort.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {fingerprint, recordBuild} from './product/builds.ts'
import {lockFile} from './product/lockFile.ts'
import {root} from './product/paths.ts'

/** Runs of `npm start` that fail before anything is built. */
const start = join(root, 'scripts/start.ts')
let dataDir: string
let environment: Record<string, string>
const stops: (() => void)[] = []

beforeEach(async () => {
  dataDir = join(temporaryFolder(), 'data')
  environment = {
    DATA_DIR: dataDir,
    SITE_BUILD_DIR: '.next-start-test',
    STUDIO_BUILD_DIR: join(dataDir, 'studio'),
    PORT: String(await freePort()),
    LAKE_PORT: String(await freePort()),
    NEXT_PUBLIC_SANITY_PROJECT_ID: '',
  }
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function run(env: Record<string, string> = {}, script = [start]) {
  const {status, stdout, stderr} = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...script], {
    cwd: root,
    env: {...bareEnvironment, NODE_ENV: 'production', ...environment, ...env},
    encoding: 'utf8',
    timeout: 50_000,
  })
  return {status, stdout, stderr}
}

const print = (module: string, expression: string) => [
  ...['--input-type=module', '-e'],
  `const {prepare} = await import(${JSON.stringify(join(root, module))}); console.log(JSON.stringify(${expression}))`,
]

describe('npm start', () => {
  it('names all wrong variables at once, and writes nothing', () => {
    const {status, stderr} = run({
      PORT: 'three',
      LAKE_PORT: '70000',
      SANITY_API_TIMEOUT: 'soon',
      SMTP_URL: 'http://mail.example.com',
      NEXT_PUBLIC_SITE_URL: 'www.example.com',
      STUDIO_DEV_PORT: '0',
      REDIS_URL: 'localhost',
      INSTANCES: '0',
      SITE_BUILD_DIR: '/tmp/elsewhere',
    })
    expect(status).toBe(1)
    for (const name of [
      ...['PORT', 'LAKE_PORT', 'SANITY_API_TIMEOUT', 'SMTP_URL', 'NEXT_PUBLIC_SITE_URL', 'STUDIO_DEV_PORT'],
      ...['REDIS_URL', 'INSTANCES', 'SITE_BUILD_DIR'],
    ]) {
      expect(stderr).toMatch(new RegExp(`^✗ ${name} `, 'm'))
    }
    expect(stderr.split('\n').filter((line) => line.startsWith('✗ PORT '))).toHaveLength(1)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('names a missing token of a hosted project together with the rest', () => {
    const {stderr} = run({NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123', SANITY_API_READ_TOKEN: '', REDIS_URL: 'x'})
    expect(stderr).toContain('✗ SANITY_API_READ_TOKEN is not set.')
    expect(stderr).toContain('✗ REDIS_URL ')
  })

  it('does not take one port for two servers', () => {
    expect(run({LAKE_PORT: environment.PORT ?? ''})).toMatchObject({
      status: 1,
      stderr: `✗ PORT and LAKE_PORT are both ${environment.PORT}. Choose two ports.\n`,
    })
  })

  it('names HOST, and builds nothing, where this machine does not have that address', () => {
    const {status, stdout, stderr} = run({HOST: '192.0.2.1'})
    expect(status).toBe(1)
    expect(stderr).toMatch(/^✗ HOST is 192\.0\.2\.1, at which this machine cannot listen \(EADDRNOTAVAIL\)/)
    expect(stdout).not.toContain('Building')
  })

  it('gives the metrics of site and lake ports that nothing else has', () => {
    const {PORT = ''} = environment
    expect(run({METRICS_PORT: PORT}).stderr).toBe(`✗ PORT and METRICS_PORT are both ${PORT}. Choose two ports.\n`)
    const several = {INSTANCES: '2', REDIS_URL: 'redis://127.0.0.1:1', METRICS_PORT: String(Number(PORT) - 2)}
    expect(run(several).stderr).toBe(`✗ PORT and METRICS_PORT of instance 2 are both ${PORT}. Choose two ports.\n`)
    const next = String(Number(PORT) - 1)
    expect(run({METRICS_PORT: next}).stderr).toBe(`✗ PORT and LAKE_METRICS_PORT are both ${PORT}. Choose two ports.\n`)
    expect(run({METRICS_PORT: '65535'}).stderr).toContain('or set LAKE_METRICS_PORT')
    expect(run({METRICS_PORT: 'yes'}).stderr).toMatch(/^✗ METRICS_PORT is not a port number/)
  })

  it('runs several instances only where they can tell each other of a publish', () => {
    const {status, stderr} = run({INSTANCES: '2'})
    expect(status).toBe(1)
    expect(stderr).toMatch(/^✗ INSTANCES is 2 and REDIS_URL is not set\. Start a Redis server and set it/)
  })

  it.each([
    ['.', '..', 'sanity'],
    ['docs/data', '.git/x', '/'],
  ])('does not keep data or builds in %s, %s or %s', (...folders) => {
    // A start takes a second, so each has several.
    const [DATA_DIR = '', STUDIO_BUILD_DIR = '', SITE_BUILD_DIR = ''] = folders
    const {status, stderr} = run({DATA_DIR, STUDIO_BUILD_DIR, SITE_BUILD_DIR})
    expect(status).toBe(1)
    for (const [name, folder] of Object.entries({DATA_DIR, STUDIO_BUILD_DIR, SITE_BUILD_DIR}))
      expect(stderr).toContain(`✗ ${name} is ${resolve(root, folder)}, `)
  })

  it('takes every variable that is empty or blank as not set', () => {
    const names = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm)
    const all = [...names].map(([, name = '']) => name)
    expect(all.length).toBeGreaterThan(20)
    const {prepare, folders} = {prepare: 'scripts/product/prepare.ts', folders: 'scripts/product/paths.ts'}
    const read = (value: string | undefined) => {
      environment = value === undefined ? {} : Object.fromEntries(all.map((name) => [name, value]))
      const paths = `await import(${JSON.stringify(join(root, folders))})`
      const [{publicVariables: _, ...product}, places] = JSON.parse(
        run({}, print(prepare, `[prepare(), {...${paths}}]`)).stdout,
      )
      return [product, places]
    }
    const unset = read(undefined)
    expect(read('')).toEqual(unset)
    expect(read('  ')).toEqual(unset)
  })

  it('has the lake serve the last Studio at once where another is to be built', async () => {
    const folder = environment.STUDIO_BUILD_DIR ?? ''
    mkdirSync(folder, {recursive: true})
    writeFileSync(join(folder, 'index.html'), 'the last Studio')
    recordBuild({stamp: join(folder, 'build-stamp'), formerStamp: '', sources: 'others', folder})
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', start], {
      cwd: root,
      env: {...bareEnvironment, NODE_ENV: 'production', ...environment},
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(child, 'exit')
    let output = ''
    const begun = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          if (/Building the|✗/.test(output)) resolve()
        })
      }
    })
    await begun
    child.kill('SIGTERM')
    await ended
    rmSync(join(root, '.next-start-test-releases'), {recursive: true, force: true})
    expect(output).toContain('Building the site')
    expect(output).not.toContain('Building the Studio')
  })

  describe('where a release of other sources is in service', () => {
    const hosted = {NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc12345', SANITY_API_READ_TOKEN: 'token'}
    const releases = join(root, '.next-start-test-releases')

    beforeEach(() => {
      stops.push(() => rmSync(releases, {recursive: true, force: true}))
      const id = '20261130020432227-abcdefg'
      mkdirSync(join(releases, id), {recursive: true})
      writeFileSync(join(releases, id, 'release.json'), JSON.stringify({id, sources: 'abcdefgh', assets: []}))
      writeFileSync(join(releases, id, 'server.ts'), '')
      symlinkSync(id, join(releases, 'current'))
    })

    it('names what helps where that does not start', () => {
      const {status, stderr} = run(hosted)
      expect(status).toBe(1)
      expect(stderr).toMatch(/^✗ The site ended before it was ready .* release 20261130020432227-abcdefg.*--rollback/)
    })

    it('makes none while a deploy makes one, which would be removed half built', () => {
      const lock = `${releases}.lock`
      const unlock = lockFile(lock, {owner: 'Another deploy', guards: 'the releases', remedy: 'Wait.'})
      stops.push(() => rmSync(lock), unlock)
      const {status, stderr} = run(hosted, [start, '--build-first'])
      expect({status, stderr}).toEqual({status: 1, stderr: expect.stringContaining('Another deploy is using')})
    })
  })

  it('makes the secrets whose variables are blank', () => {
    const names = ['SANITY_WEBHOOK_SECRET', 'SANITY_API_READ_TOKEN', 'SANITY_API_WRITE_TOKEN', 'SANITY_API_ADMIN_TOKEN']
    for (const name of names) environment[name] = '  '
    const [prepare, secret, tokens] = [
      ...['scripts/product/prepare.ts', 'scripts/product/webhookSecret.ts'],
      'packages/content-lake/src/access/resolveTokens.ts',
    ].map((file) => JSON.stringify(join(root, file)))
    const {stdout} = run({}, [
      ...['--input-type=module', '-e'],
      `(await import(${prepare})).prepare()
      const {webhookSecret} = await import(${secret})
      const {resolveTokens} = await import(${tokens})
      const secret = webhookSecret(process.env)
      const {read, write, admin} = resolveTokens({dir: process.env.DATA_DIR})
      console.log(JSON.stringify([secret, read, write, admin]))`,
    ])
    const made: string[] = JSON.parse(stdout)
    expect(made.map((value) => /^[\w-]{43}$/.test(value))).toEqual([true, true, true, true])
  })

  it('knows the same public variables in whatever order they are set', () => {
    const read = (...names: string[]) => {
      environment = Object.fromEntries(names.map((name) => [name, 'https://www.example.com']))
      return run({}, print('scripts/product/prepare.ts', 'prepare()')).stdout
    }
    const [site, studio] = ['NEXT_PUBLIC_SITE_URL', 'NEXT_PUBLIC_SANITY_STUDIO_URL']
    const inOrder = read(site, studio)
    expect(inOrder).toContain(site)
    expect(inOrder).toBe(read(studio, site))
  })

  it.each(['127.0.0.1', '::1'])('names a port that a program holds on %s', async (host) => {
    const server = createServer().listen(0, host)
    stops.push(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const {status, stderr} = run({PORT: port})
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `✗ Port ${port} is in use. Stop the program that holds it, or choose another: PORT=<port>.\n`,
    })
  })

  it.each([
    ['DATA_DIR', () => join(dataDir, 'start.lock')],
    ['SITE_BUILD_DIR', () => join(root, '.next-start-test.lock')],
    ['STUDIO_BUILD_DIR', () => join(dataDir, 'studio.lock')],
  ])('leaves everything as it is where another start uses %s', async (variable, file) => {
    const lock = JSON.stringify(join(root, 'scripts/product/lockFile.ts'))
    const script = `const {lockFile} = await import(${lock})
      lockFile(${JSON.stringify(file())}, {owner: 'Another start (process 1)', guards: '', remedy: ''})
      console.log('locked'); setInterval(() => {}, 1000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', script], {stdio: ['ignore', 'pipe', 'inherit']})
    stops.push(() => other.kill('SIGKILL'))
    await new Promise((resolve) => other.stdout.once('data', resolve))
    const {status, stdout, stderr} = run()
    expect(status).toBe(1)
    expect(stderr).toContain('Another start (process 1) is using ')
    expect(stderr).toContain(`or set ${variable} to another folder.`)
    expect(stdout).toBe('')
    expect(readdirSync(dataDir).filter((name) => !name.endsWith('.lock'))).toEqual([])
  })

  it('clears away the process that a killed start has left, and no other', () => {
    const left = spawn(process.execPath, [
      ...['--import', join(root, 'scripts/product/endWithParent.ts')],
      ...['-e', 'setInterval(() => {}, 1000)'],
    ])
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    stops.push(
      () => left.kill('SIGKILL'),
      () => stranger.kill('SIGKILL'),
    )
    const lockThem = `const {lockFolders} = await import(${JSON.stringify(join(root, 'scripts/product/lockFolders.ts'))})
      const {mkdirSync, writeFileSync} = await import('node:fs')
      mkdirSync(${JSON.stringify(dataDir)}, {recursive: true})
      writeFileSync(${JSON.stringify(join(dataDir, 'site.pid'))}, '${left.pid}')
      writeFileSync(${JSON.stringify(join(dataDir, 'lake.pid'))}, '${stranger.pid}')
      await lockFolders({siteOrigin: ''}, {builds: false})`
    const {stdout, status} = run({}, ['--input-type=module', '-e', lockThem])
    expect({stdout, status}).toMatchObject({status: 0, stdout: expect.stringContaining(`Ending process ${left.pid}`)})
    expect(stdout).not.toContain(String(stranger.pid))
    expect(readdirSync(dataDir)).toEqual(['start.lock'])
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  it.runIf(process.getuid?.() === 0)('root does not start what another user has run, and changes nothing', () => {
    const file = join(dataDir, 'start.lock')
    mkdirSync(dataDir)
    writeFileSync(file, '')
    chownSync(file, 12_345, 12_345)
    const {status, stderr} = run()
    expect(status).toBe(1)
    expect(stderr).toMatch(/^✗ .* belongs to the user with the id 12345, .* Run this as that user/)
    expect(readdirSync(dataDir)).toEqual(['start.lock'])
  })

  it('says where a folder cannot be written', () => {
    writeFileSync(join(dataDir, '..', 'file'), '')
    const {status, stderr} = run({DATA_DIR: join(dataDir, '../file/data')})
    expect(status).toBe(1)
    expect(stderr).toMatch(/^✗ .*start\.lock cannot be written \(.*\)\. A file is named where a folder is needed/)
  })
})

it('a lock is no source of a build: the second start builds nothing', () => {
  const file = join(root, 'studio/start-test.lock')
  const before = fingerprint(['studio'])
  writeFileSync(file, 'another owner')
  stops.push(() => rmSync(file))
  expect(fingerprint(['studio'])).toBe(before)
})
