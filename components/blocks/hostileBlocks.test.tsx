import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {draw} from '@/components/testing/draw'
import {settings} from '@/components/testing/fixtures'
import {executableIn, hostileBlocks, localizedBlock} from '@/tests/support/hostileBlocks'
import {Blocks} from './Blocks'

const sound = {
  _key: 'sound',
  _type: 'rules',
  heading: 'What holds',
  intro: null,
  items: [{_key: 'i', title: 'Rule', text: 'Text'}],
}

describe('a page', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each(hostileBlocks.map((hostile, index) => ({name: hostile.name, block: localizedBlock(hostile, index)})))(
    'shows what else is on it, and nothing runs, with $name',
    ({block}) => {
      const {body, page} = draw(<Blocks pageId="page-net" blocks={[block, sound]} locale="en" settings={settings} />)
      expect(executableIn(body.ownerDocument)).toEqual([])
      expect(body.querySelector('script, img, svg[onload]')).toBeNull()
      expect(page.getByRole('heading', {name: 'What holds'})).toBeTruthy()
    },
  )

  it('is tried with forty such blocks', () => {
    expect(hostileBlocks).toHaveLength(40)
  })
})
