import {expect, test} from 'vitest'
import {localize, withoutPlaceholders} from '@/sanity/presentContent'
import {readSeed} from '../../tests/support/readSeed.ts'
import {rejectionFindings} from '../health/datasetFindings.ts'
import {publishability} from '../health/publishability.ts'
import {schemaTypes} from '../schema/index.ts'
import {validate} from '../schema/testing/validate.ts'
import {blockNames} from './index.ts'
import {blockSample, hasSample, type SampleDocument, samplePaths, sampleTexts, showsDocuments} from './samples.ts'
import {sampleOf} from './screen/samples.ts'

const seed = readSeed()
const now = new Date('2027-01-01T00:00:00Z')
const [about] = seed.filter(({_id}) => _id === 'page-about')

/** As the Studio's query returns them. */
const documents = seed.map(({_id, _type, steps}): SampleDocument => {
  const counted = Array.isArray(steps) ? steps.map(({choices}) => ({choices: choices?.length ?? null})) : null
  return {_id, _type, steps: counted}
})

function pageWith(block: object) {
  if (!about) throw new Error('the seed has no page about the company')
  return {...about, blocks: [{_key: 'new', ...block}]}
}

const withoutMarks = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/【示例】|\[Sample\] /g, ''))

test.each(blockNames)(
  'a new %s is whole in a preview, in both languages, and refused only for its samples',
  async (name) => {
    const block = {_type: name, ...blockSample(name, documents)}
    const page = pageWith(block)
    const paths = samplePaths(page)
    expect(paths.length).toBeGreaterThan(1)
    for (const locale of ['zh', 'en']) expect(paths.some((path) => path.endsWith(`.${locale}`))).toBe(true)

    const rejected = rejectionFindings([...seed.filter(({_id}) => _id !== page._id), page], [page._id])
    expect(rejected).toEqual([])
    const {refusals, warnings} = publishability({...page, _id: `drafts.${page._id}`}, seed, now)
    expect(refusals.map(({check, path}) => [check, path])).toEqual(paths.map((path) => ['sampleText', path]))
    expect(warnings.filter(({check}) => check === 'missingEnglish')).toEqual([])
    const problems = await validate(page)
    const others = problems.filter(
      (line) => !line.endsWith(': 这是示例文字，请改写。 This is sample text: replace it.'),
    )
    const remedy =
      'Fill these in the sample (sanity/blocks/samples.ts). What none can have, as a photograph, is optional: show the block without it.'
    expect(others, remedy).toEqual([])
    expect(problems).toHaveLength(paths.length)
  },
)

/** Fields of a block that hold lists; the Studio leaves an empty list where the last entry is removed. */
const listFields = (name: string) => {
  const type = schemaTypes.find((candidate) => candidate.name === name)
  return type && 'fields' in type ? type.fields.flatMap((field) => (field.type === 'array' ? [field.name] : [])) : []
}

test.each(blockNames)('the site shows a %s without the entries that the form does not ask for', async (name) => {
  for (const kind of name === 'screen' ? ['table', 'schedule'] : [undefined]) {
    const sample = kind === 'schedule' ? sampleOf('schedule') : blockSample(name, documents)
    const block = {_type: name, ...sample, ...(kind && {kind})}
    const problems = await validate(pageWith(block))
    for (const field of listFields(name)) {
      const page = pageWith({...block, [field]: []})
      if ((await validate(page)).some((line) => !line.startsWith('warning') && !problems.includes(line))) continue
      const rejected = rejectionFindings([...seed.filter(({_id}) => _id !== page._id), page], [page._id])
      expect(rejected, field).toEqual([])
    }
  }
})

test.each(blockNames)('visitors read no sample of a new %s', (name) => {
  const shown = withoutPlaceholders(pageWith({_type: name, ...blockSample(name, documents)}))
  for (const locale of ['zh', 'en'] as const)
    expect(JSON.stringify(localize(shown, locale))).not.toMatch(/示例】|\[Sample/)
})

test('a sample stays one when a letter is changed, the mark is rewritten, or the mark alone is removed', () => {
  const block = blockSample('points', documents)
  const {items} = JSON.parse(JSON.stringify(block))
  expect(hasSample({...items[0].title, zh: `${items[0].title.zh}呀`, en: ''})).toBe(true)
  expect(hasSample(items[0].text.en.toUpperCase())).toBe(true)
  for (const name of blockNames) expect(hasSample(withoutMarks(blockSample(name, documents))), name).toBe(true)
  expect(hasSample('一年三百份报告，逐份可查。')).toBe(false)
})

test('nothing that the site says is taken for a sample', () => {
  expect(seed.filter(hasSample).map(({_id}) => _id)).toEqual([])
  expect(sampleTexts.every((text) => text === text.toLowerCase())).toBe(true)
})

test('without documents to refer to, a block lists none', () => {
  for (const name of blockNames) {
    expect(JSON.stringify(blockSample(name, []))).not.toContain('_ref')
    expect(JSON.stringify(blockSample(name, documents)).includes('_ref'), name).toBe(showsDocuments(name))
  }
})
