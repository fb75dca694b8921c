import {expect, it} from 'vitest'
import {policeFilingLink} from './Footer'

it('a public security number leads to its own entry, whatever words stand around its digits', () => {
  expect(policeFilingLink('某公网安备 12345678901234号')).toBe(
    'https://beian.mps.gov.cn/#/query/webSearch?code=12345678901234',
  )
})

it('without digits it leads to the authority', () => {
  expect(policeFilingLink('备案中')).toBe('https://beian.mps.gov.cn/')
})
