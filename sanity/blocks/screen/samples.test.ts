import {expect, test} from 'vitest'
import {screenShape} from '@/sanity/blocks/screen/projection'
import {localize} from '@/sanity/localize'
import {validate} from '@/sanity/schema/testing/validate.ts'
import {readSeed} from '../../../tests/support/readSeed.ts'
import {sampleOf, screenKinds} from './samples.ts'

const [page] = readSeed().filter(({_id}) => _id === 'page-limsPages-sample')

test('there is a sample of every kind of screen, which a marketer may publish as it is and the site shows', async () => {
  if (!page) throw new Error('the seed has no page of samples')
  expect([...screenKinds].sort()).toEqual([...screenShape.shape.kind.out.options].sort())
  for (const kind of screenKinds) {
    const block = {_key: 'new', _type: 'screen', ...sampleOf(kind)}
    expect(await validate({...page, blocks: [block]}), kind).toEqual([])
    expect(screenShape.safeParse(localize(block, 'en')).error, kind).toBeUndefined()
  }
})
