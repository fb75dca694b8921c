import {readFile} from 'node:fs/promises'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'
import {AREAS} from './areas.ts'
import {renderTable} from './renderTable.ts'
import {SPECIFICATION} from './specification.ts'

const root = new URL('../../', import.meta.url)

test('CONFORMANCE.md is what the lists say', async () => {
  await expect(renderTable(AREAS)).toMatchFileSnapshot(fileURLToPath(new URL('CONFORMANCE.md', root)))
})

test.each(AREAS)('each row of "$title" names a test that exists', async ({file, features}) => {
  for (const [name, , proof, , ownFile] of features) {
    const source = await readFile(new URL(ownFile ?? file, root), 'utf8')
    const isTitle = [`'${proof}'`, `"${proof}"`].some((literal) => source.includes(literal))
    expect({name, proof, isTitle}).toEqual({name, proof, isTitle: true})
  }
})

test.each(Object.entries(SPECIFICATION))(
  '"%s" has a row for everything that the specification names',
  (title, names) => {
    const features = AREAS.find((area) => area.title === title)?.features ?? []
    const listed = features.flatMap(([name]) => Array.from(name.matchAll(/`([^`]+)`/g), ([, code]) => code))
    expect(names.filter((name) => !listed.includes(name))).toEqual([])
  },
)

test('what is not supported is proved by a refusal, and what is partly supported says how far', () => {
  for (const {features} of AREAS) {
    for (const [name, support, proof, note = ''] of features) {
      if (support === 'no') expect({name, proof}).toEqual({name, proof: expect.stringMatching(/refused|error|404|400/)})
      if (support === 'partly') expect({name, note}).toEqual({name, note: expect.stringMatching(/./)})
    }
  }
})
