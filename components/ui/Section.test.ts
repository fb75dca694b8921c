import {expect, it} from 'vitest'
import {hasShortClauses} from './Section'

it('tells headings that break at their punctuation from those that must be balanced', () => {
  expect(hasShortClauses('试验委托：审批走完，再派工程师', 11)).toBe(true)
  expect(hasShortClauses('让每一次试验都有据可查', 11)).toBeUndefined()
  expect(hasShortClauses('工程车辆管理：每辆车从登记到报废有据可查', 11)).toBeUndefined()
})
