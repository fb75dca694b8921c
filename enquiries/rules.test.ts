import {describe, expect, test} from 'vitest'
import {checkEnquiry} from './rules.ts'
import {enquiryCases} from './testing/enquiryCases.ts'
import {goodValues} from './testing/fixtures.ts'

describe('the rules', () => {
  test.each(enquiryCases)('$title', ({values, problems, phoneNumber}) => {
    const given = {...goodValues, ...values}
    const result = checkEnquiry(given)
    if (problems) return expect(result).toEqual({problems})
    expect(result).toMatchObject({values: given})
    if (phoneNumber !== undefined) expect(result).toMatchObject({values: {phoneNumber}})
  })

  test('space around a line is not part of it; a message is kept as it is', () => {
    const result = checkEnquiry({...goodValues, name: '  Ada ', message: ' a\r\nb \r\n'})
    expect(result).toMatchObject({values: {name: 'Ada', message: ' a\nb \n'}})
  })
})
