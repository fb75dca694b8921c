import {expect, test} from 'vitest'
import {choosePage, judgeChoice} from './pageChoice.ts'

const english = choosePage('/h5/en/ui', '/h5/ui', undefined, 0)

test('a choice is made again when the page that it replaced tells its address', () => {
  expect(judgeChoice(english, '/h5/ui', 10_000)).toBe('again')
})

test('a choice is kept while the preview shows it, so that it can still be made again', () => {
  expect(judgeChoice(english, '/h5/en/ui', 10_000)).toBe('keep')
  expect(judgeChoice(english, undefined, 10_000)).toBe('keep')
})

test('another page that the editor went to ends a choice', () => {
  expect(judgeChoice(english, '/h5/en/odoo', 10_000)).toBe('drop')
})

test('a choice ends with time', () => {
  expect(judgeChoice(english, '/h5/ui', 30_001)).toBe('drop')
})

test('of two quick choices the second is kept up against all that came before', () => {
  const odoo = choosePage('/h5/en/odoo', '/h5/en/ui', english, 1000)
  expect(judgeChoice(odoo, '/h5/ui', 2000)).toBe('again')
  expect(judgeChoice(odoo, '/h5/en/ui', 2000)).toBe('again')
})

test('a choice that goes back to the page before is not taken back by itself', () => {
  const chinese = choosePage('/h5/ui', '/h5/en/ui', english, 1000)
  expect(judgeChoice(chinese, '/h5/ui', 2000)).toBe('keep')
  expect(judgeChoice(chinese, '/h5/en/ui', 2000)).toBe('again')
})
