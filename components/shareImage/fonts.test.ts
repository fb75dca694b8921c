import {describe, expect, it} from 'vitest'
import {chooseSubsets, indexSubsets} from './fonts'

const ranges = {latin: 'U+0000-00FF', one: 'U+8bd5,U+9a8c', two: 'U+59d4-59d5,U+6258'}
const index = indexSubsets(ranges)

describe('the subsets of a font', () => {
  it('are read from CSS ranges', () => {
    const read = indexSubsets({one: 'U+0131, u+4e00-4e02', two: 'U+4e02-4e03'})
    expect([...read]).toEqual([
      [0x131, 'one'],
      [0x4e00, 'one'],
      [0x4e01, 'one'],
      [0x4e02, 'one'],
      [0x4e03, 'two'],
    ])
  })

  it('are those that the text needs, and no others', () => {
    expect(chooseSubsets('试验', index).subsets).toEqual(['one'])
    expect(chooseSubsets('LIMS 试验委托', index).subsets).toEqual(['latin', 'one', 'two'])
  })

  it('lose characters that none of them holds', () => {
    expect(chooseSubsets('试🚗验', index)).toEqual({subsets: ['one'], text: '试验'})
    // The font's own ranges name Arabic letters.
    expect(chooseSubsets('试ا', indexSubsets({...ranges, arabic: 'U+627-629'}))).toEqual({subsets: ['one'], text: '试'})
  })
})
