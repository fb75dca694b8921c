import {existsSync, globSync, readFileSync, statSync} from 'node:fs'
import {stripTypeScriptTypes} from 'node:module'
import {dirname, join, relative} from 'node:path'
import {describe, expect, test} from 'vitest'
import {z} from 'zod'
import {readPackages} from '@/scripts/notice/packages'
import {root} from '@/scripts/product/paths'

/**
 * Production runs on the `dependencies` of the site and of the lake alone, optional ones included (`npm run
 * install:production`): what it imports must be among them, so that a package that is moved or added in the wrong place fails here instead of at night.
 */
const names = z.record(z.string(), z.string()).default({})
const manifest = z.object({dependencies: names, optionalDependencies: names})
const dependencies = (folder: string) => {
  const read = manifest.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
  return Object.keys({...read.dependencies, ...read.optionalDependencies})
}
const lake = 'packages/content-lake'
const installed = {site: dependencies(''), lake: dependencies(lake)}

/** Entry points of the processes in production; files that these start by path are found as well. */
const commands = /productionScripts = \[([^\]]*)\]/.exec(readFileSync(join(root, 'scripts/bootstrap.mjs'), 'utf8'))?.[1]
const entries = [
  ...[...(commands ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => `scripts/${name}.ts`),
  ...['scripts/bootstrap.mjs', 'server.ts', 'next.config.ts', 'server/pageCache/PageCacheHandler.ts'],
  ...[`${lake}/src/api.ts`, `${lake}/src/cli.ts`],
  // The lake makes up the names of these two: published, they are JavaScript.
  ...[`${lake}/src/queryRunner/runQueries.ts`, `${lake}/src/assets/drawing/drawImages.ts`],
  ...globSync(`${lake}/bin/*`, {cwd: root}),
]

/** Files that production names and does not run: `next build` and `npm run dev` do. */
const onlyNamed = ['browser/bundleModule.cjs', 'scripts/dev.ts']

const code = /\.(ts|tsx|mjs|cjs)$/
const specifier = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*['"]([@.\w][\w@./:-]*)['"]/g
const path = /['"`]([\w./-]+\.(?:ts|mjs|cjs))['"`]/g

/** Returns the specifiers of what a file imports as it runs: types are gone by then. */
function importsOf(source: string): string[] {
  return [...source.matchAll(specifier)].map(([, name = '']) => name)
}

function sourceOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  return file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}

/** Returns the file below the project that a specifier or a path in a file means. */
function fileOf(from: string, name: string): string | undefined {
  const bases = name.startsWith('@/') ? [name.slice(2)] : [join(dirname(from), name), name]
  return bases
    .flatMap((base) => [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`])
    .find((file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile())
}

const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const isPackage = (name: string) => !/^(\.|node:|@\/)/.test(name)

/** Follows imports, and paths of the project's own modules in strings, from the entries on. */
function reach(): {files: Set<string>; uses: {file: string; name: string}[]} {
  const files = new Set<string>()
  const uses: {file: string; name: string}[] = []
  const follow = (file: string) => {
    if (files.has(file) || onlyNamed.includes(file) || /\.test\.|^tests\//.test(file)) return
    files.add(file)
    const source = sourceOf(file)
    const imports = importsOf(source)
    uses.push(...imports.filter(isPackage).map((name) => ({file, name: packageOf(name)})))
    const named = [...source.matchAll(path)].map(([, name = '']) => name)
    for (const name of [...imports.filter((one) => !isPackage(one)), ...named]) {
      const next = fileOf(file, name)
      if (next && code.test(next)) follow(next)
    }
  }
  for (const entry of entries) follow(relative(root, join(root, entry)))
  return {files, uses}
}

const {files, uses} = reach()

test('the walk finds what production runs', () => {
  for (const file of [
    ...['scripts/start.ts', 'scripts/product/seedContent.ts', 'server/http/pipeline.ts', 'scripts/restore.ts'],
    ...[
      `${lake}/src/createApp.ts`,
      `${lake}/src/queryRunner/runQueries.ts`,
      `${lake}/src/assets/drawing/drawImages.ts`,
    ],
  ]) {
    expect([...files]).toContain(file)
  }
  expect(uses.map(({name}) => name)).toEqual(
    expect.arrayContaining(['next', 'hono', 'kysely', 'tar', '@sanity/import']),
  )
})

test('production imports what it has installed', () => {
  const wrong = uses
    .filter(({file, name}) => !(file.startsWith(`${lake}/`) ? installed.lake : installed.site).includes(name))
    .map(
      ({file, name}) =>
        `${file} runs in production and imports ${name}, which is not in "dependencies" of ${file.startsWith(lake) ? lake : '.'}/package.json: npm run install:production leaves it out`,
    )
  expect(wrong).toEqual([])
})

describe('the built site', () => {
  const sources = globSync('{app,browser,components,enquiries,i18n,lib,sanity,server}/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((file) => !/\.test\.|\/testing\/|\.d\.ts$/.test(file))

  test('reads files of packages that production has', () => {
    const read = sources.flatMap((file) =>
      [...sourceText(file).matchAll(/['"]node_modules\/((?:@[\w-]+\/)?[\w.-]+)/g)].map(([, name = '']) => name),
    )
    expect(read).toContain('@fontsource/noto-sans-sc')
    expect(read.filter((name) => !installed.site.includes(name))).toEqual([])
  })

  test('takes as they are only packages that production has', () => {
    const external = /serverExternalPackages: \[([^\]]*)\]/.exec(sourceText('next.config.ts'))?.[1] ?? ''
    const names = [...external.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
    expect(names).toContain('pg')
    expect(names.filter((name) => !installed.site.includes(name))).toEqual([])
  })

  test('bundles no package whose licence is not looked at', () => {
    const packages = readPackages()
    const bundled = new Set(
      sources
        .flatMap((file) => importsOf(withoutTypes(sourceText(file))))
        .filter(isPackage)
        .map(packageOf),
    )
    expect([...bundled]).toContain('next-sanity')
    const unseen = [...bundled].filter((name) => packages[`node_modules/${name}`]?.dev ?? false)
    expect(unseen, 'a devDependency that a bundle has goes to a list in scripts/notice/packages.ts').toEqual([])
  })
})

function sourceText(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** JSX cannot be stripped of its types; imports of nothing else than types say so at their beginning. */
function withoutTypes(source: string): string {
  return source.replace(/\b(?:import|export) type [^'"]*['"][^'"]+['"]/g, '')
}
