import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {z} from 'zod'
import {root} from '@/scripts/product/paths'

/** Compares versions in package.json and docs/upgrading.md, so that an update that forgets a place fails in a second. */
const versions = z.record(z.string(), z.string()).default({})
const manifest = z.object({dependencies: versions, devDependencies: versions, overrides: versions})
const lockfile = z.object({packages: z.record(z.string(), z.object({version: z.string().optional()}))})

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = ['package.json', 'studio/package.json', 'packages/content-lake/package.json']
const manifests = files.map((file) => ({file, ...manifest.parse(JSON.parse(read(file)))}))
const listed = manifests.flatMap(({file, dependencies, devDependencies}) =>
  Object.entries({...dependencies, ...devDependencies}).map(([name, version]) => ({file, name, version})),
)
const versionOf = (name: string) => listed.find((entry) => entry.name === name)?.version

test('every version is exact', () => {
  const loose = listed.filter(({version}) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  expect(loose, 'npm install --save-exact, as docs/upgrading.md says').toEqual([])
})

test('a package that is listed in several places has one version', () => {
  const differing = listed
    .filter(({name, version}) => version !== versionOf(name))
    .map(
      ({file, name, version}) =>
        `${name} is ${version} in ${file} and ${versionOf(name)} elsewhere: change it in all of ${files.join(', ')}`,
    )
  expect(differing).toEqual([])
})

test('overrides follow the Studio', () => {
  const studio = versionOf('sanity')
  const {overrides = {}} = manifests[0] ?? {}
  expect(
    overrides['@sanity/types'] ?? studio,
    `sanity is ${studio}: set the override @sanity/types in package.json to that, or drop it; see “Overrides” in docs/upgrading.md`,
  ).toBe(studio)
  for (const name of ['@sanity/vision', '@sanity/mutator']) {
    expect(versionOf(name), `${name} and sanity are of one version; see docs/upgrading.md`).toBe(studio)
  }
})

test.each(['react', 'react-dom', 'mendoza', '@sanity/mutator', '@sanity/types', 'sanity'])(
  'there is one %s in the tree',
  (name) => {
    const {packages} = lockfile.parse(JSON.parse(read('package-lock.json')))
    const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
    const copies = found.map(([path, {version}]) => `${path} ${version}`)
    expect(copies, `“npm explain ${name}” says who asks for another one; see docs/upgrading.md`).toHaveLength(1)
  },
)

/** The rows of “Pins that need care”: names and versions, as many as names or one for all. */
const section = read('docs/upgrading.md').match(/## Pins that need care\n([\s\S]*?)\n## /)?.[1] ?? ''
const pins = [...section.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)].flatMap(([, names = '', listedVersions = '']) => {
  const each = listedVersions.split(', ')
  return [...names.replace(/\([^)]*\)/g, '').matchAll(/`([^`]+)`/g)].map(
    ([, name = ''], place) => [name, (each[place] ?? each[0] ?? '').trim()] as const,
  )
})

test('the table of pins is found', () => expect(pins.map(([name]) => name)).toContain('next'))

test.each(pins)('%s is updated with care', (name, version) => {
  expect(
    versionOf(name),
    `docs/upgrading.md knows ${name} ${version}: read its row in “Pins that need care” and what it names, then correct the version there`,
  ).toBe(version)
})
