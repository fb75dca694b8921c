import {cpSync, globSync, mkdirSync, readFileSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {expect, test} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {root} from '../product/paths.ts'
import {blockSkeleton, fieldSkeleton, migrationSkeleton, writeSkeleton} from './skeleton.ts'

/** Copies what skeletons touch of the project, for the running test. */
function projectCopy(): string {
  const copy = temporaryFolder()
  const paths = [
    ...['sanity/blocks', 'sanity/projections', 'sanity/schema', 'sanity/seed', 'sanity/Snapshot.ts'],
    'components/testing/fixtures.ts',
  ]
  for (const path of paths) {
    mkdirSync(dirname(join(copy, path)), {recursive: true})
    cpSync(join(root, path), join(copy, path), {recursive: true})
  }
  return copy
}

test('a new block has two folders of its name, a line in the list of blocks, and an example in the seed', () => {
  const copy = projectCopy()
  const read = (path: string) => readFileSync(join(copy, path), 'utf8')
  writeSkeleton(copy, blockSkeleton('specimen'))
  expect(read('sanity/blocks/specimen/schema.ts')).toContain('export const specimen = defineType(')
  expect(read('components/blocks/specimen/Specimen.tsx')).toContain('export function Specimen(')
  expect(read('sanity/blocks/index.ts')).toContain("  'specimen',\n] as const")
  expect(
    read('sanity/seed/data.ndjson')
      .split('\n')
      .filter((line) => line.includes('"_type":"specimen"')),
  ).toHaveLength(1)
})

const documentTypes = globSync('sanity/schema/documents/*.ts', {cwd: root, exclude: ['**/index.ts']})
const blocks = globSync('sanity/blocks/*/schema.ts', {cwd: root, exclude: ['**/contactDetails/*']})

test.each([...documentTypes, ...blocks])(
  '%s gets a new field in its list of fields, its query and its shape',
  (schema) => {
    const copy = projectCopy()
    const read = (path: string) => readFileSync(join(copy, path), 'utf8')
    const isBlock = schema.startsWith('sanity/blocks/')
    const type = isBlock ? basename(dirname(schema)) : basename(schema, '.ts')
    writeSkeleton(copy, fieldSkeleton(copy, type, 'specimen'))
    const [ownFields] = /^ {2}fields: \[\n[\s\S]*?\n {2}\],/m.exec(read(schema)) ?? []
    expect(ownFields).toMatch(/^ {4}localeField\(\{\n {6}name: 'specimen',/m)
    const isQueried = ['page', 'navigation', 'siteSettings'].includes(type)
    const path = isBlock ? schema.replace('schema.ts', 'projection.ts') : `sanity/projections/${type}.ts`
    const projection = read(isQueried ? 'sanity/Snapshot.ts' : path)
    expect(projection).toMatch(new RegExp(`${type}Projection = [^\`]*\`[^\`]*, specimen\\s*\``))
    expect(projection.includes('specimen: optionalText')).toBe(projection.includes('Shape = '))
  },
)

test.each([
  ['claim', 'shown'],
  ['page', 'content'],
  ['siteSettings', 'names'],
])('a new field of %s is in the tab that opens first, %s', (type, group) => {
  const copy = projectCopy()
  writeSkeleton(copy, fieldSkeleton(copy, type, 'specimen'))
  const schema = readFileSync(join(copy, `sanity/schema/documents/${type}.ts`), 'utf8')
  expect(schema).toMatch(new RegExp(`name: 'specimen',\\n {6}type: 'localeString',\\n {6}group: '${group}',`))
})

test.each(['product', 'productModule', 'page', 'navigation', 'siteSettings', 'screen', 'points', 'flow'])(
  'the fixture of %s, whose type names every field, gets a new one',
  (type) => {
    const copy = projectCopy()
    writeSkeleton(copy, fieldSkeleton(copy, type, 'specimen'))
    expect(readFileSync(join(copy, 'components/testing/fixtures.ts'), 'utf8')).toMatch(
      new RegExp(`(documentOf\\('${type}', .*?\\)|_type: '${type}'), specimen: null,`),
    )
  },
)

test('a type whose fields are not listed in its schema is refused', () => {
  const copy = projectCopy()
  const skeleton = fieldSkeleton(copy, 'contactDetails', 'specimen')
  expect(() => writeSkeleton(copy, skeleton)).toThrow('sanity/blocks/contactDetails/schema.ts has no place')
})

test('what is left to do by hand names the files: where a field is shown, and how the example gets into a lake', () => {
  const copy = projectCopy()
  expect(fieldSkeleton(copy, 'flow', 'specimen').next).toEqual([
    'Write its title and description for editors in sanity/blocks/flow/schema.ts.',
    "Show it in components/blocks/flow/Flow.tsx: `block.specimen` is a text in the page's language, or nothing.",
    expect.stringContaining('npm run seed -- --replace'),
  ])
  expect(blockSkeleton('specimen').next.join('\n')).toMatch(
    /thumbnail\.svg.*samples\.ts.*npm run new -- field specimen.*npm run seed -- --replace/s,
  )
})

test('nothing that exists is overwritten, and nothing is written by halves', () => {
  const copy = projectCopy()
  const before = readFileSync(join(copy, 'sanity/blocks/index.ts'), 'utf8')
  expect(() => writeSkeleton(copy, {...blockSkeleton('flow'), files: {'sanity/blocks/flow/schema.ts': ''}})).toThrow(
    'sanity/blocks/flow/schema.ts exists already',
  )
  expect(readFileSync(join(copy, 'sanity/blocks/index.ts'), 'utf8')).toBe(before)
  expect(() => fieldSkeleton(copy, 'role', 'name')).toThrow('has a field name already')
  // Only the objects in its list have a text.
  expect(() => fieldSkeleton(copy, 'points', 'text')).not.toThrow()
  expect(() => fieldSkeleton(copy, 'nothing', 'specimen')).toThrow('Name a document type or a block')
})

test('a new migration changes nothing the second time', () => {
  const copy = projectCopy()
  writeSkeleton(copy, migrationSkeleton('renameSlogans'))
  expect(readFileSync(join(copy, 'studio/migrations/renameSlogans/index.ts'), 'utf8')).toContain('defineMigration({')
})
