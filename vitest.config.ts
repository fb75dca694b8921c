import {globSync, readFileSync} from 'node:fs'
import {availableParallelism} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {defineConfig} from 'vitest/config'

/** A test that replaces modules or globals would be noticed by the next in its process. */
const changesItsProcess = /\bvi\.(mock|doMock|stub|resetModules)|process\.env\S* = /

const all = '**/*.test.{ts,tsx}'
/** Takes long: tests that share a process are dealt out beforehand, and a long one would end last. */
const startsProcesses = /node:child_process|onBothDatabases|support\/start|testing\/(?:spawn|trace)Lake/
/** Has a document of its own, and React's DOM asks only once whether there is one. */
const inDocument = /@vitest-environment jsdom/
/** Has databases of its own on one server that all of them share: to make one takes seconds of processor time. */
const onPostgres = /onBothDatabases\(|support\/startPostgres/

interface TestFile {
  path: string
  text: string
}

const readTests = (patterns: string[], cwd: string): TestFile[] =>
  globSync(patterns, {cwd, exclude: (path) => path.includes('node_modules')}).map((path) => ({
    path,
    text: readFileSync(join(cwd, path), 'utf8'),
  }))

/** Most of their time is imports, such as those of React or of the whole lake, which they can share. */
const canShare = ({text}: TestFile) => !changesItsProcess.test(text) && !startsProcesses.test(text)
const pathsOf = (some: TestFile[]) => some.map(({path}) => path)

const root = fileURLToPath(new URL('.', import.meta.url))
const folders = ['app', 'browser', 'components', 'enquiries', 'i18n', 'lib', 'sanity', 'scripts', 'server', 'studio']
const patterns = [...folders, 'tests'].map((folder) => `${folder}/${all}`)
const files = readTests([...patterns, '*.test.ts'], root)
const sharing = files.filter(canShare)
const alone = files.filter((file) => !sharing.includes(file))

const lake = {extends: true, root: join(root, 'packages/content-lake')} as const
const lakeFiles = readTests([`{src,conformance,packaging}/${all}`], lake.root)
/** Those of the lake that take long as well. */
const isLong = ({path}: TestFile) =>
  /\/(?:dataset|dev|official|queryRunner|releases|store)\/|\/(?:authority|realtime)\./.test(path)
const lakeSharing = lakeFiles.filter((file) => canShare(file) && !isLong(file))
/** A thread starts in half the time of a process. Tests of the lake that start processes set the environment for those. */
const pool = 'threads'
const cheapPasswords = join(lake.root, 'src/testing/cheapPasswords.ts')

export default defineConfig({
  resolve: {alias: {'@': root}},
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
        test: {
          name: 'shared',
          include: pathsOf(sharing.filter(({text}) => !inDocument.test(text))),
          isolate: false,
          pool,
        },
      },
      {
        extends: true,
        test: {
          name: 'document',
          include: pathsOf(sharing.filter(({text}) => inDocument.test(text))),
          isolate: false,
          pool,
        },
      },
      {extends: true, test: {name: 'alone', include: pathsOf(alone.filter(({text}) => !onPostgres.test(text))), pool}},
      {
        extends: true,
        test: {
          name: 'databases',
          include: pathsOf(alone.filter(({text}) => onPostgres.test(text))),
          globalSetup: './tests/support/startPostgres.ts',
        },
      },
      {...lake, test: {name: 'lake', include: pathsOf(lakeSharing), isolate: false, pool, setupFiles: cheapPasswords}},
      {
        ...lake,
        test: {
          name: 'lake alone',
          include: pathsOf(lakeFiles.filter((file) => !lakeSharing.includes(file))),
          setupFiles: cheapPasswords,
        },
      },
    ],
  },
})
