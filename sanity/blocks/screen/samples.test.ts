import {expect, test} from 'vitest'
import {screenShape} from '@/sanity/blocks/screen/projection'
import {localize} from '@/sanity/presentContent'
import {validate} from '@/sanity/schema/testing/validate.ts'
import {readSeed} from '../../../tests/support/readSeed.ts'
import {sampleOf, screenKinds} from './samples.ts'

const [page] = readSeed().filter(({_id}) => _id === 'page-limsPages-sample')

test('there is a sample of every kind of screen, in which title and alternative alone are to be rewritten, and the preview shows it', async () => {
  if (!page) throw new Error('the seed has no page of samples')
  expect([...screenKinds].sort()).toEqual([...screenShape.shape.kind.out.options].sort())
  for (const kind of screenKinds) {
    const block = {_key: 'new', _type: 'screen', ...sampleOf(kind)}
    const fields = ['title.zh', 'title.en', 'alternative.zh', 'alternative.en']
    expect(await validate({...page, blocks: [block]}), kind).toEqual(
      fields.map((field) => `error blocks.new.${field}: 这是示例文字，请改写。 This is sample text: replace it.`),
    )
    const written = {...block, title: {zh: '标题', en: 'Title'}, alternative: {zh: '说明', en: 'Words'}}
    expect(await validate({...page, blocks: [written]}), kind).toEqual([])
    expect(screenShape.safeParse(localize(block, 'en')).error, kind).toBeUndefined()
  }
})
