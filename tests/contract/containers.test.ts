import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {root} from '@/scripts/product/paths'

/** What container files promise to each other and to the project, without a container engine. */
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const dockerfile = read('deploy/container/Dockerfile')
const compose = read('deploy/container/compose.yaml')
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
const patterns = read('deploy/container/Dockerfile.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => ({isKept: line.startsWith('!'), paths: asRegExp(line.replace(/^!/, ''))}))

/** Files beside `compose.yaml` that it reads: each holds a secret. */
const secretFiles = [...matches(compose, /^ {2}env_file: (.+)$/gm), ...matches(compose, /^ {4}file: \.\/(.+)$/gm)].map(
  (file) => `deploy/container/${file}`,
)

/** Returns whether a file gets into the build: of the patterns that match it or a folder above it, the last one counts. */
function isSent(file: string): boolean {
  const parts = file.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const last = patterns.findLast(({paths: pattern}) => paths.some((path) => pattern.test(path)))
  return last?.isKept ?? true
}

/** Docker's patterns; other than in a shell, `*` matches names that begin with a dot. */
function asRegExp(pattern: string): RegExp {
  const escaped = pattern.replaceAll('.', '\\.')
  return new RegExp(`^${escaped.replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))}$`)
}

describe('the image', () => {
  test('gets no secret of the folder that it is built from', () => {
    expect(secretFiles).toEqual(['deploy/container/site.env', 'deploy/container/postgres-password'])
    const secrets = [
      ...secretFiles,
      ...['.env', '.env.local', '.env.production', 'packages/content-lake/.env', 'backup-2026-11-23T080000Z.tar.gz'],
      ...['.git/config', '.data/tokens.json', 'packages/content-lake/.data/lake/tokens.json', 'key.txt', 'dump.sql'],
    ]
    expect(secrets.filter(isSent)).toEqual([])
  })

  test('gets no tests, no Studio and nothing that was installed or built outside', () => {
    const others = [
      ...['studio/sanity.config.ts', 'tests/e2e/routes.spec.ts', 'proxy.test.ts', 'docs/operations.md'],
      ...['node_modules/next/package.json', 'studio/node_modules/react/package.json', '.next/BUILD_ID'],
    ]
    expect(others.filter(isSent)).toEqual([])
  })

  test('gets what the build reads', () => {
    const folders = /^const folders = \[([^\]]*)\]/m.exec(read('scripts/product/buildSite.ts'))?.[1] ?? ''
    const copied = matches(dockerfile, /^COPY ((?!--)\S+(?: \S+)*) \S+$/gm).flatMap((files) => files.split(' '))
    const needed = [
      ...[...folders.matchAll(/'(\w+)'/g)].map(([, folder]) => `${folder}/some/file.ts`),
      ...copied.filter((file) => file !== '.'),
      ...['next.config.ts', 'server.ts', 'tsconfig.json', 'scripts/build.ts'],
      ...['packages/content-lake/src/cli.ts', 'LICENSE', 'THIRD_PARTY_LICENSES.txt'],
    ]
    expect(needed).toEqual(expect.arrayContaining(['app/some/file.ts', 'package.json', 'studio/package.json']))
    expect(needed.filter((file) => !isSent(file))).toEqual([])
  })

  test('is not built from the seed unless somebody asks for it', () => {
    expect(matches(dockerfile, /^ARG CONTENT_FALLBACK=(.*)$/gm)).toEqual(['none'])
    expect(compose).toMatch(/CONTENT_FALLBACK: \$\{CONTENT_FALLBACK:-none\}/)
  })

  test('has the data folder that the build leaves, its user’s own', () => {
    expect(lastStage).not.toMatch(/mkdir\s/)
    // The build makes one for the embedded lake alone.
    expect(dockerfile).toMatch(/mkdir -p (?=.*\.data\b)(?=.*\/srv\/written\b).* && mv \.next \.data \/srv\/written$/m)
    for (const folder of ['.next', '.data']) {
      expect(lastStage).toContain(`COPY --from=build --chown=node:node /srv/written/${folder} ${folder}\n`)
    }
    expect(lastStage).toMatch(/^USER node$/m)
  })

  test('has one Node, of the project’s own major version, and no cache of the compiler', () => {
    const {node} = JSON.parse(read('package.json')).dependencies
    expect(matches(dockerfile, /^FROM node:(\d+)/gm)).toEqual([node.split('.')[0]])
    expect(dockerfile).toMatch(/^RUN rm -rf .*\.next\/cache\/turbopack .*node_modules\/node\/node_modules/m)
    expect(dockerfile).toContain('ln -sf "$(command -v node)" node_modules/node/bin/node')
  })
})

describe('compose.yaml', () => {
  test('hands on each public value that the image is built with', () => {
    const taken = matches(dockerfile, /(?<=^ARG .*)(NEXT_PUBLIC_\w+)/gm)
    expect(taken).toHaveLength(5)
    expect(matches(compose, /^ {6}(NEXT_PUBLIC_\w+):/gm).sort()).toEqual(taken.sort())
  })

  test('publishes the instances where nginx looks for them, to this machine alone', () => {
    const upstream = matches(read('deploy/nginx/site.conf'), /^ {2}server ([\d.:]+) max_fails/gm)
    expect(upstream).toHaveLength(2)
    expect(matches(compose, /ports: \["(.+)"\]/g)).toEqual(upstream.map((address) => `${address}:3000`))
  })

  test('names no file of secrets that git would take', () => {
    const ignored = read('.gitignore').split('\n')
    expect(secretFiles.filter((file) => !ignored.includes(file))).toEqual([])
  })
})
