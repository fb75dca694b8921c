import {describe, expect, it} from 'vitest'
import {chooseSubsets, parseUnicodeRange} from './fonts'

const ranges = {latin: 'U+0000-00FF', one: 'U+8bd5,U+9a8c', two: 'U+59d4-59d5,U+6258'}

describe('the subsets of a font', () => {
  it('are read from CSS ranges', () => {
    expect(parseUnicodeRange('U+0131,U+4e00-4e05')).toEqual([
      [0x131, 0x131],
      [0x4e00, 0x4e05],
    ])
  })

  it('are those that the text needs, and no others', () => {
    expect(chooseSubsets('试验', ranges).subsets).toEqual(['one'])
    expect(chooseSubsets('LIMS 试验委托', ranges).subsets).toEqual(['latin', 'one', 'two'])
  })

  it('lose characters that none of them holds', () => {
    expect(chooseSubsets('试🚗验', ranges)).toEqual({subsets: ['one'], text: '试验'})
    // The font's own ranges name Arabic letters.
    expect(chooseSubsets('试ا', {...ranges, arabic: 'U+627-629'})).toEqual({subsets: ['one'], text: '试'})
  })
})
