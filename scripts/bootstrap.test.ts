import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {dirname, join} from 'node:path'
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {root} from './product/paths.ts'

/** A project in a folder of its own, and an npm that notes what it is asked to install. */
let project: string
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(project, file)), {recursive: true})
  writeFileSync(join(project, file), text)
}
const read = (file: string) => readFileSync(join(project, file), 'utf8')

beforeEach(() => {
  project = temporaryFolder()
  mkdirSync(join(project, 'scripts'))
  for (const file of ['scripts/bootstrap.mjs', 'scripts/installedPackages.mjs'])
    cpSync(join(root, file), join(project, file))
  write(
    'package.json',
    '{"type":"module","workspaces":["studio","packages/lake"],"dependencies":{"a":"1"},"devDependencies":{"b":"1"}}',
  )
  write('studio/package.json', '{"name":"studio"}')
  write('packages/lake/package.json', '{"name":"lake","dependencies":{"c":"1"},"devDependencies":{"d":"1"}}')
  write('packages/lake/bin/lake.mjs', '')
  write('package-lock.json', '{"packages":{"node_modules/a":{"version":"1"}}}')
  for (const name of ['start', 'test', 'backup']) write(`scripts/${name}.ts`, `console.log('${name} runs')`)
  write(
    'path/npm',
    `#!/bin/sh
[ -n "$NPM_FAILS" ] && { echo "npm ERR! libatomic.so.1: cannot open shared object file" >&2; exit 1; }
echo "npm $1"
printf '%s\n' "$@" > arguments
cat package.json packages/lake/package.json
ls packages/lake/bin
mkdir -p node_modules/node/bin node_modules/a packages/lake/node_modules/c
cp package-lock.json node_modules/.package-lock.json
echo '{"version":"1"}' > node_modules/a/package.json
ln -sf ${process.execPath} node_modules/node/bin/node
`,
  )
  chmodSync(join(project, 'path/npm'), 0o755)
})

const ownNode = {...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`}

/** A project on which something is installed already. */
function installed(): void {
  write('node_modules/from-before/package.json', '{}')
  write('node_modules/a/package.json', '{"version":"1"}')
  mkdirSync(join(project, 'node_modules/node/bin'), {recursive: true})
  symlinkSync(process.execPath, join(project, 'node_modules/node/bin/node'))
}

function run(argument: string, env: Record<string, string> = {}) {
  const {status, stdout, stderr} = spawnSync(process.execPath, ['scripts/bootstrap.mjs', argument], {
    cwd: project,
    env: {NODE_ENV: 'production', PATH: `${join(project, 'path')}:${process.env.PATH}`, ...env},
    encoding: 'utf8',
  })
  return {status, stdout, stderr}
}

test('an installation that npm made by itself is not made again', () => {
  installed()
  write('node_modules/.package-lock.json', read('package-lock.json'))
  expect(run('test').stdout).toBe('test runs\n')
})

test('no package is replaced below a command that runs, wherever that keeps its data', async () => {
  installed()
  write('scripts/serve.ts', `console.log('serves'); setInterval(() => {}, 1000)`)
  const served = spawn(process.execPath, [join(project, 'scripts/serve.ts')], {stdio: ['ignore', 'pipe', 'inherit']})
  onTestFinished(() => void served.kill('SIGKILL'))
  await once(served.stdout, 'data')
  for (const argument of ['test', '--install-for-production']) {
    const {status, stdout, stderr} = run(argument)
    expect({status, stdout}).toEqual({status: 1, stdout: ''})
    expect(stderr).toContain(`is running (process ${served.pid})`)
  }
  // The one of each night comes between a pull and the restart, too.
  expect(run('backup')).toMatchObject({status: 0, stdout: 'backup runs\n'})
})

test.each([['server.ts'], ['scripts/serve.ts'], ['--import', './scripts/preload.mjs', 'node_modules/served.mjs']])(
  'nor below one that is named by a path in the folder: %s',
  async (...args) => {
    installed()
    const served = `console.log('serves'); setInterval(() => {}, 1000)`
    for (const file of ['server.ts', 'scripts/serve.ts', 'node_modules/served.mjs']) write(file, served)
    write('scripts/preload.mjs', '')
    const running = spawn('node', args, {cwd: project, stdio: ['ignore', 'pipe', 'inherit'], env: ownNode})
    onTestFinished(() => void running.kill('SIGKILL'))
    await once(running.stdout, 'data')
    for (const argument of ['test', '--install-for-production'])
      expect(run(argument)).toMatchObject({status: 1, stderr: expect.stringContaining(`(process ${running.pid})`)})
  },
)

test.each(['scripts/bootstrap.mjs', 'absolute'])(
  'another command that only begins keeps none from installing: %s',
  async (path) => {
    const file = path === 'absolute' ? join(project, 'scripts/bootstrap.mjs') : path
    const begins = spawn('node', ['-e', `console.log('begins'); setInterval(() => {}, 1000)`, file], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: ownNode,
    })
    onTestFinished(() => void begins.kill('SIGKILL'))
    await once(begins.stdout, 'data')
    expect(run('start')).toMatchObject({status: 0, stderr: ''})
  },
)

test('two commands at once do not install into one folder: the second leaves it to the first', async () => {
  write('path/npm', '#!/bin/sh\necho installs >> ran; read line')
  for (const argument of ['start', '--install-for-production']) {
    const first = spawn(process.execPath, ['scripts/bootstrap.mjs', argument], {
      cwd: project,
      env: {NODE_ENV: 'production', PATH: `${join(project, 'path')}:${process.env.PATH}`},
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void first.kill('SIGKILL'))
    await expect
      .poll(() => readdirSync(project, {recursive: true}).some((name) => /(^|[/])ran$/.test(`${name}`)))
      .toBe(true)
    for (const other of ['start', 'backup', '--install-for-production']) {
      const {status, stdout, stderr} = run(other)
      expect({status, stdout}).toEqual({status: 1, stdout: ''})
      expect(stderr).toContain('Packages are being installed here (process ')
    }
    first.stdin.end()
    await once(first, 'exit')
    rmSync(join(project, 'ran'), {force: true})
  }
})

test('a shell that has npm ci in its script is no installation', () => {
  const shell = spawn('sh', ['-c', 'read line && npm ci && exit'], {
    cwd: project,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  onTestFinished(() => void shell.kill('SIGKILL'))
  expect(run('backup')).toMatchObject({status: 0, stderr: ''})
})

test('an installation that fails says what of the system may be missing', () => {
  const {status, stderr} = run('start', {NPM_FAILS: '1'})
  expect(status).toBe(1)
  expect(stderr).toContain('libatomic1 on Debian')
})

test('an installation has everything, and is made once', () => {
  expect(run('start').stdout).toMatch(/npm ci[\s\S]*"devDependencies"[\s\S]*start runs/)
  expect(run('test').stdout).toBe('test runs\n')
})

test('NODE_ENV leaves no package out, nor does a .npmrc, and reaches no command', () => {
  write('scripts/start.ts', `console.log('NODE_ENV is', process.env.NODE_ENV)`)
  expect(run('start', {npm_config_omit: 'dev'}).stdout).toContain('NODE_ENV is undefined')
  for (const kept of ['dev', 'optional', 'peer']) expect(read('arguments')).toContain(`--include=${kept}\n`)
})

test('commands reach site and lake past a proxy of the environment, which goes on to serve what it did', () => {
  installed()
  write('node_modules/.package-lock.json', read('package-lock.json'))
  write('scripts/test.ts', `console.log(process.env.NO_PROXY, process.env.no_proxy)`)
  const own = 'localhost,127.0.0.1,[::1]'
  for (const [env, expected] of [
    [{}, own],
    [{NO_PROXY: 'intranet'}, `intranet,${own}`],
    [{no_proxy: 'intranet', NO_PROXY: 'other'}, `intranet,${own}`],
    [{NO_PROXY: '*'}, '*'],
  ] as const) {
    expect(run('test', {HTTPS_PROXY: 'http://proxy.example:8080', ...env}).stdout).toBe(`${expected} ${expected}\n`)
  }
})

test('what Node has compiled is kept for the next start, in the folder that an installation empties', () => {
  installed()
  write('node_modules/.package-lock.json', read('package-lock.json'))
  write('scripts/test.ts', `console.log(process.env.NODE_COMPILE_CACHE)`)
  expect(run('test').stdout).toBe(`${join(project, 'node_modules/.cache/compiled')}\n`)
  expect(run('test', {NODE_COMPILE_CACHE: '/elsewhere'}).stdout).toBe('/elsewhere\n')
})

test.runIf(process.getuid?.() === 0)(
  'root keeps nothing of it in the folder of another user, who could not remove it',
  () => {
    installed()
    write('node_modules/.package-lock.json', read('package-lock.json'))
    write('scripts/backup.ts', `console.log(process.env.NODE_COMPILE_CACHE)`)
    chownSync(project, 65534, 65534)
    expect(run('backup').stdout).toBe('undefined\n')
  },
)

/** Ends the process, or fails, at the n-th call of a function of the file system. */
function failAt(names: string[], n: number, how: string) {
  write(
    'fail.mjs',
    `import fs from 'node:fs'
    import {syncBuiltinESMExports} from 'node:module'
    let calls = 0
    for (const name of ${JSON.stringify(names)}) {
      const original = fs[name]
      fs[name] = (...args) => {
        calls += 1
        if (calls === ${n}) ${how}
        return original(...args)
      }
    }
    syncBuiltinESMExports()`,
  )
  return {NODE_OPTIONS: `--import=${join(project, 'fail.mjs')}`}
}
const kill = `process.kill(process.pid, 'SIGKILL')`

/** Mounts over a folder of the project, runs a function and unmounts; skips where mounting is not allowed. */
function withMount(skip: () => never, args: string[], folder: string, use: () => void) {
  const target = join(project, folder)
  if (spawnSync('mount', [...args, target]).status !== 0) skip()
  try {
    use()
  } finally {
    spawnSync('umount', [target])
  }
}

/** What mounts the project as the lower layer of an overlay. */
function overlay(): string[] {
  const layers = temporaryFolder()
  for (const layer of ['upper', 'work']) mkdirSync(join(layers, layer))
  return ['-t', 'overlay', '-o', `lowerdir=${project},upperdir=${layers}/upper,workdir=${layers}/work`, 'overlay']
}

describe.runIf(process.getuid?.() === 0)('root in the folder of another user', () => {
  test.each(['start', 'backup', '--install-for-production'])('%s installs nothing, and says who may', (argument) => {
    installed()
    chownSync(project, 65534, 65534)
    const {status, stdout, stderr} = run(argument)
    expect({status, stdout}).toEqual({status: 1, stdout: ''})
    expect(stderr).toMatch(/^✗ .* belongs to the user with the id 65534, .* Run this command as that user, or/)
    expect(readdirSync(project).filter((name) => name.startsWith('node_modules-'))).toEqual([])
  })
})

describe('a restart after a deploy', () => {
  const release = '.next-releases/current'
  const lockfile = '{"packages":{"node_modules/a":{"version":"2"}}}'

  /** A pull has brought another lockfile, and the deploy has installed its packages for the release alone. */
  function deployed(): void {
    installed()
    write('node_modules/.package-lock.json', read('package-lock.json'))
    write('studio/node_modules/old/package.json', '{}')
    write('package-lock.json', lockfile)
    write(`${release}/package-lock.json`, lockfile)
    write(`${release}/node_modules/.package-lock.json`, lockfile)
    write(`${release}/node_modules/a/package.json`, '{"version":"2"}')
    write(`${release}/packages/lake/node_modules/c/package.json`, '{}')
    rmSync(join(project, release, 'node_modules/node'), {recursive: true, force: true})
    mkdirSync(join(project, release, 'node_modules/node/bin'), {recursive: true})
    symlinkSync(process.execPath, join(project, release, 'node_modules/node/bin/node'))
  }

  test('takes the packages of the release, without waiting for npm', () => {
    deployed()
    expect(run('start')).toMatchObject({status: 0, stdout: '· Taking the packages of the release\nstart runs\n'})
    const packages = ['.current-lockfile', '.package-lock.json', 'a', 'node']
    expect(readdirSync(join(project, 'node_modules')).sort()).toEqual(['.cache', '.package-lock.json', 'a', 'node'])
    expect(
      ['packages/lake/node_modules/c', 'studio/node_modules'].map((path) => existsSync(join(project, path))),
    ).toEqual([true, false])
    expect(readdirSync(join(project, release, 'node_modules')).sort()).toEqual(packages)
    expect(run('start').stdout).toBe('start runs\n')
  })

  test.each([
    ['of another lockfile', `${release}/package-lock.json`],
    ['whose packages are of another lockfile', `${release}/node_modules/a/package.json`],
    ['that is not of the lockfile of this folder', 'package-lock.json'],
  ])('takes none of a release %s', (_, file) => {
    deployed()
    write(file, '{"version":"3","packages":{"node_modules/a":{"version":"3"}}}')
    expect(run('start').stdout).toMatch(/^· Installing dependencies/)
  })

  const leftovers = () =>
    readdirSync(project, {recursive: true, encoding: 'utf8'}).filter((name) => /-(taken|replaced)/.test(name))
  /** The script then runs until the packages of before are gone. */
  const awaitRemoval = () =>
    write(
      'scripts/start.ts',
      `import {existsSync} from 'node:fs'
      while (existsSync('node_modules-replaced')) await new Promise(setImmediate)
      console.log('start runs')`,
    )

  test('removes the packages of before while the script runs, or at the next start', () => {
    deployed()
    expect(run('start', failAt(['rm'], 1, 'return')).stdout).toMatch(/start runs/)
    expect(leftovers().filter((name) => name.endsWith('from-before/package.json'))).toHaveLength(1)
    awaitRemoval()
    expect(run('start').stdout).toBe('start runs\n')
    expect(leftovers()).toEqual([])
  })

  test('killed while it takes packages, takes them at the next start and leaves nothing', () => {
    const before = read('package-lock.json')
    awaitRemoval()
    deployed()
    let moments = 0
    while (run('start', failAt(['rmSync', 'renameSync'], moments + 1, kill)).status === null) {
      moments += 1
      expect(run('start'), `killed at ${moments}`).toMatchObject({
        status: 0,
        stdout: '· Taking the packages of the release\nstart runs\n',
      })
      expect(leftovers(), `killed at ${moments}`).toEqual([])
      expect(existsSync(join(project, 'packages/lake/node_modules/c'))).toBe(true)
      rmSync(join(project, 'node_modules'), {recursive: true})
      write('package-lock.json', before)
      deployed()
    }
    expect(moments).toBeGreaterThan(5)
  })

  test('killed when some packages are taken, takes none of them for those of the lockfile before', () => {
    const before = read('package-lock.json')
    deployed()
    expect(run('start', failAt(['renameSync'], 1, kill)).status).toBe(null)
    write('package-lock.json', before)
    expect(run('start').stdout).toMatch(/^· Installing dependencies/)
    expect(leftovers()).toEqual([])
  })

  test('on a full disk leaves the packages that are there, and says so', () => {
    deployed()
    const full = `throw Object.assign(new Error('no space left on device'), {code: 'ENOSPC'})`
    const {status, stderr} = run('start', failAt(['copyFileSync'], 1, full))
    expect(status).toBe(1)
    expect(stderr).toBe(
      '✗ The packages of the release could not be taken (no space left on device). Make room, or give yourself write permission, and run the command again.\n',
    )
    expect(leftovers()).toEqual([])
    expect(readFileSync(join(project, 'node_modules/a/package.json'), 'utf8')).toContain('1')
  })

  test('that may not remove what root has left says so, without a stack', () => {
    deployed()
    write('node_modules-replaced/0/of-root', '')
    const denied = `throw Object.assign(new Error("EACCES: permission denied, rmdir 'node_modules-replaced'"), {code: 'EACCES'})`
    for (let call = 1; call <= 4; call++) {
      const {status, stderr} = run('start', failAt(['rmSync'], call, denied))
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringMatching(
          /^✗ The packages of the release could not be taken \(EACCES.*\)\. .*permission.*\n$/,
        ),
      })
    }
    expect(run('start').status).toBe(0)
  })

  test.for([
    {where: 'a mount', args: () => ['-t', 'tmpfs', 'tmpfs'], folder: 'node_modules'},
    {where: 'another layer of an image', args: overlay, folder: ''},
  ])('where node_modules are in $where has npm install, as they cannot be renamed', ({args, folder}, context) => {
    mkdirSync(join(project, 'node_modules'), {recursive: true})
    if (folder === '') deployed()
    withMount(context.skip, args(), folder, () => {
      if (folder !== '') deployed()
      const {stdout, stderr} = run('start')
      expect(stderr).toBe('')
      expect(stdout).toMatch(/^· Taking the packages of the release\n· Installing dependencies[\s\S]*start runs\n$/)
      expect(leftovers()).toEqual([])
    })
  })

  test('takes none of a release whose installation has not finished', () => {
    deployed()
    rmSync(join(project, release, 'node_modules/.package-lock.json'))
    expect(run('start').stdout).toMatch(/^· Installing dependencies/)
  })
})

describe('an installation for production', () => {
  test('leaves out the Studio and what is for development', () => {
    const {status, stdout} = run('--install-for-production')
    expect(status).toBe(0)
    expect(stdout).toContain('npm ci')
    expect(stdout).toContain('{"type":"module","dependencies":{"a":"1"},"workspaces":["packages/lake"]}')
    expect(stdout).toContain('{"name":"lake","dependencies":{"c":"1"}}')
    expect(stdout).toContain('lake.mjs')
  })

  test('takes the place of another one, and changes no file of the project', () => {
    installed()
    const before = read('package.json')
    expect(run('--install-for-production').status).toBe(0)
    expect(readdirSync(join(project, 'node_modules')).sort()).toEqual([
      '.installed-for-production',
      '.package-lock.json',
      'a',
      'node',
    ])
    expect(readdirSync(join(project, 'packages/lake/node_modules'))).toEqual(['c'])
    expect(read('package.json')).toBe(before)
    expect(readdirSync(project).filter((name) => name.startsWith('node_modules-'))).toEqual([])
  })

  test('that fails leaves the other one', () => {
    installed()
    const {status, stderr} = run('--install-for-production', {NPM_FAILS: '1'})
    expect(status).toBe(1)
    expect(stderr).toContain('The dependencies could not be installed')
    expect(existsSync(join(project, 'node_modules/from-before'))).toBe(true)
    expect(readdirSync(project).filter((name) => name.startsWith('node_modules-'))).toEqual([])
  })

  const preparedFolders = () => readdirSync(project).filter((name) => name.startsWith('node_modules-'))

  test('killed at any moment leaves packages that serve, and the next one leaves nothing else', () => {
    const renew = () => {
      rmSync(join(project, 'node_modules'), {recursive: true, force: true})
      installed()
      write('node_modules/.package-lock.json', read('package-lock.json'))
    }
    renew()
    let moments = 0
    const calls = ['cpSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync']
    while (run('--install-for-production', failAt(calls, moments + 1, kill)).status === null) {
      moments += 1
      const offline = {NPM_FAILS: '1'}
      expect(run('start', offline), `killed at ${moments}`).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/start runs\n$/),
      })
      if (moments % 4 === 0) {
        expect(run('--install-for-production').status).toBe(0)
        expect(preparedFolders(), `killed at ${moments}`).toEqual([])
      }
      renew()
    }
    expect(moments).toBeGreaterThan(12)
    expect(preparedFolders()).toEqual([])
  })

  test('takes the place of packages of another layer of an image, which cannot be renamed', ({skip}) => {
    installed()
    withMount(skip, overlay(), '', () => {
      expect(run('--install-for-production')).toMatchObject({status: 0, stderr: ''})
      expect(existsSync(join(project, 'node_modules/from-before'))).toBe(false)
      expect(run('start').stdout).toBe('start runs\n')
      expect(preparedFolders()).toEqual([])
    })
  })

  test.for(['node_modules', 'packages/lake/node_modules'])(
    'into a mount of %s says so before anything is installed or removed',
    (folder, {skip}) => {
      mkdirSync(join(project, folder), {recursive: true})
      withMount(skip, ['-t', 'tmpfs', 'tmpfs'], folder, () => {
        installed()
        write('node_modules/.package-lock.json', read('package-lock.json'))
        write('packages/lake/node_modules/from-before/package.json', '{}')
        expect(run('--install-for-production')).toMatchObject({
          status: 1,
          stdout: '',
          stderr: expect.stringMatching(
            /^✗ \S+node_modules cannot be replaced \(EBUSY.*\)\. Nothing was changed\. .*\n$/,
          ),
        })
        expect(preparedFolders()).toEqual([])
        expect(existsSync(join(project, 'packages/lake/node_modules/from-before'))).toBe(true)
        expect(run('start').stdout).toBe('start runs\n')
      })
    },
  )

  const sayNotReplaced =
    /^✗ The packages could not be replaced \(.*busy.*\), and some may be missing\. .* run "npm ci"\.\n$/

  test.each([1, 2, 3])(
    'that cannot put folder %i in its place leaves nothing that stops the next command',
    (folder) => {
      installed()
      write('node_modules/.package-lock.json', read('package-lock.json'))
      const busy = `throw new Error('EBUSY: resource busy or locked')`
      expect(run('--install-for-production', failAt(['renameSync'], folder, busy))).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(sayNotReplaced),
      })
      expect(preparedFolders()).toEqual([])
      expect(run('start').stdout).toMatch(/^· Installing dependencies[\s\S]*start runs\n$/)
    },
  )

  /** Has the process wait at the n-th rename until the test writes the file `go-on`. */
  const waitAtRename = (n: number) =>
    failAt(
      ['renameSync'],
      n,
      `for (console.log('replaces'); !fs.existsSync(${JSON.stringify(join(project, 'go-on'))}); )
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)`,
    )

  test.each(['start', 'backup', '--install-for-production'])('refuses %s while it replaces packages', async (other) => {
    installed()
    write('node_modules/.package-lock.json', read('package-lock.json'))
    const first = spawn('node', ['scripts/bootstrap.mjs', '--install-for-production'], {
      cwd: project,
      env: {...ownNode, PATH: `${join(project, 'path')}:${ownNode.PATH}`, ...waitAtRename(2)},
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void first.kill('SIGKILL'))
    const ended = once(first, 'exit')
    let output = ''
    first.stdout.on('data', (chunk) => (output += chunk))
    await expect.poll(() => output).toContain('replaces')
    expect(run(other)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(`Packages are being installed here (process ${first.pid})`),
    })
    write('go-on', '')
    expect(await ended).toEqual([0, null])
    expect(run('start')).toMatchObject({status: 0, stdout: 'start runs\n'})
  })

  test('that was killed is finished by one of two commands at once, and the other waits for it', async () => {
    installed()
    write('node_modules/.package-lock.json', read('package-lock.json'))
    expect(run('--install-for-production', failAt(['renameSync'], 1, kill)).status).toBe(null)
    const begin = (argument: string, env: Record<string, string>) => {
      const child = spawn('node', ['scripts/bootstrap.mjs', argument], {cwd: project, env: {...ownNode, ...env}})
      onTestFinished(() => void child.kill('SIGKILL'))
      const result = {output: '', ended: once(child, 'close')}
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (result.output += chunk))
      return result
    }
    const first = begin('start', waitAtRename(2))
    await expect.poll(() => first.output).toContain('replaces')
    const second = begin('backup', {})
    await expect.poll(() => second.output).toBe('· Waiting for another command, which replaces packages\n')
    write('go-on', '')
    expect([await first.ended, await second.ended]).toEqual([
      [0, null],
      [0, null],
    ])
    expect(first.output).toMatch(/start runs\n$/)
    expect(second.output).toMatch(/backup runs\n$/)
    expect(readdirSync(join(project, 'node_modules'))).toEqual(
      expect.arrayContaining(['.installed-for-production', '.package-lock.json']),
    )
    expect(preparedFolders()).toEqual([])
  })

  test('killed before it replaced anything is not finished when npm ci came after it, or another lockfile', () => {
    const killed = () => {
      rmSync(join(project, 'node_modules'), {recursive: true, force: true})
      installed()
      write('node_modules/.package-lock.json', read('package-lock.json'))
      expect(run('--install-for-production', failAt(['renameSync'], 1, kill)).status).toBe(null)
      expect(preparedFolders()).toEqual(['node_modules-production'])
    }
    killed()
    write('node_modules/.package-lock.json', read('package-lock.json'))
    expect(run('test')).toMatchObject({status: 0, stdout: 'test runs\n'})
    expect(preparedFolders()).toEqual([])
    killed()
    write('package-lock.json', '{"packages":{"node_modules/a":{"version":"1"},"node_modules/b":{"version":"1"}}}')
    expect(run('start').stdout).toMatch(/^· Installing dependencies[\s\S]*start runs\n$/)
    expect(preparedFolders()).toEqual([])
  })

  test('removes what killed ones have left, and no folder of anybody else', () => {
    write('node_modules-aB3dE6/package-lock.json', '{}')
    write('node_modules-replaced/0/a/package.json', '{}')
    const others = ['node_modules-backup', 'node_modules-old']
    for (const folder of others) write(`${folder}/a/package.json`, '{}')
    expect(run('--install-for-production').status).toBe(0)
    expect(preparedFolders()).toEqual(others)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('ended by %s leaves nothing', async (signal) => {
    write('path/npm', '#!/bin/sh\necho installs >> ran; read line')
    const first = spawn(process.execPath, ['scripts/bootstrap.mjs', '--install-for-production'], {
      cwd: project,
      env: {NODE_ENV: 'production', PATH: `${join(project, 'path')}:${process.env.PATH}`},
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    const ended = once(first, 'exit')
    await expect
      .poll(() => readdirSync(project, {recursive: true}).some((name) => /[/]ran$/.test(`${name}`)))
      .toBe(true)
    first.kill(signal)
    expect(await ended).toEqual([130, null])
    expect(preparedFolders()).toEqual([])
  })

  test('runs what serves, installs nothing for it, and refuses what needs more', () => {
    run('--install-for-production')
    expect(run('start').stdout).toBe('start runs\n')
    const {status, stderr, stdout} = run('test')
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('Only what production needs is installed, and this command needs more. Run "npm ci" first')
  })

  test('of another lockfile is not used', () => {
    run('--install-for-production')
    write('package-lock.json', '{"changed": true}')
    const {status, stderr, stdout} = run('start')
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('The packages are of another package-lock.json')
    expect(run('backup')).toMatchObject({status: 0, stdout: 'backup runs\n'})
  })
})
