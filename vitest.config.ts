import {globSync, readFileSync} from 'node:fs'
import {availableParallelism} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {defineConfig} from 'vitest/config'

const alias = {'@': fileURLToPath(new URL('.', import.meta.url))}

/** A test that replaces modules or globals would be noticed by the next in its process. */
const changesItsProcess = /\bvi\.(mock|doMock|stub|resetModules)|process\.env\S* = /

const all = '**/*.test.{ts,tsx}'
/** Takes long: tests that share a process are dealt out beforehand, and a long one would end last. */
const startsProcesses = /node:child_process|onBothDatabases|support\/start/
/** Has a document of its own, and React's DOM asks only once whether there is one. */
const inDocument = /@vitest-environment jsdom/

const folders = ['app', 'browser', 'components', 'enquiries', 'i18n', 'lib', 'sanity', 'scripts', 'server', 'studio']
const patterns = [...folders, 'tests'].map((folder) => `${folder}/${all}`)
const files = globSync([...patterns, '*.test.ts'], {exclude: (path) => path.includes('node_modules')}).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
/** Pure functions and rendered components: most of their time is imports, which they can share. */
const sharing = files.filter(({text}) => !changesItsProcess.test(text) && !startsProcesses.test(text))
const pathsOf = (some: typeof files) => some.map(({path}) => path)

const lake = {extends: true, root: fileURLToPath(new URL('packages/content-lake', import.meta.url))} as const
/** Of the lake, the folders of many quick tests; a module that another has imported cannot be replaced. */
const quick = globSync(
  [
    'src/{assets,documents,history,http,indexes,query,roles,routes}/**/*.test.ts',
    'conformance/{groq,http}/**/*.test.ts',
  ],
  {cwd: lake.root},
).filter((path) => !/\bvi\.mock\(/.test(readFileSync(join(lake.root, path), 'utf8')))
const cheapPasswords = join(lake.root, 'src/testing/cheapPasswords.ts')

export default defineConfig({
  resolve: {alias},
  // Imported as URLs, as in the site's build.
  assetsInclude: ['**/*.bundle'],
  test: {
    // Generous, for machines that do much at once: a time limit is no assertion.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: {poll: {timeout: 50_000}},
    // One more than there are cores: many tests wait, for a disk, a process or a clock.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {name: 'shared', include: pathsOf(sharing.filter(({text}) => !inDocument.test(text))), isolate: false},
      },
      {
        extends: true,
        test: {name: 'document', include: pathsOf(sharing.filter(({text}) => inDocument.test(text))), isolate: false},
      },
      {extends: true, test: {name: 'alone', include: pathsOf(files.filter((file) => !sharing.includes(file)))}},
      {...lake, test: {name: 'lake', include: quick, isolate: false, setupFiles: cheapPasswords}},
      {
        ...lake,
        test: {
          name: 'lake alone',
          include: [`{src,conformance,packaging}/${all}`],
          exclude: quick,
          setupFiles: cheapPasswords,
        },
      },
    ],
  },
})
