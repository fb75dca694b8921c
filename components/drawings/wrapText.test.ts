import {describe, expect, it} from 'vitest'
import {textWidth, wrapText} from './wrapText'

describe('wrapping a label', () => {
  it('breaks English between words', () => {
    expect(wrapText('Suspended for a project', 8)).toEqual(['Suspended for', 'a project'])
  })

  it('breaks Chinese between characters', () => {
    expect(wrapText('移走并办完手续', 4)).toEqual(['移走并办', '完手续'])
  })

  it('never starts a Chinese line with punctuation', () => {
    expect(wrapText('提交，审批', 2)).toEqual(['提', '交，', '审批'])
  })

  it('never breaks at a no-break space', () => {
    expect(wrapText('与第\u00a03\u00a0版，差两项', 3)).toEqual(['与', '第\u00a03\u00a0版，', '差两项'])
    expect(wrapText('到 12\u00a0月为止', 2)).toEqual(['到', '12\u00a0月', '为止'])
  })

  it('leaves a word whole that is longer than the line', () => {
    expect(wrapText('non-conformities', 3)).toEqual(['non-conformities'])
  })

  it('counts a Han character as one em and a letter as about half', () => {
    expect(textWidth('试验')).toBe(2)
    expect(textWidth('ab')).toBeLessThan(1.5)
  })
})

it('the invisible characters of a preview take no room, and stay whole behind the first line', () => {
  const invisible = '\u200b\u200c\u200d\ufeff'.repeat(40)
  expect(wrapText(`可预约时段${invisible}`, 3)).toEqual([`可预约${invisible}`, '时段'])
  expect(textWidth(`可预约${invisible}`)).toBe(3)
})
