import {describe, expect, test} from 'vitest'
import en from '../i18n/messages/en.json' with {type: 'json'}
import zh from '../i18n/messages/zh.json' with {type: 'json'}
import {checkEnquiry} from './checkEnquiry.ts'
import {fields} from './fields.ts'
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

  test('what is said of a required field that is empty names it, in both languages', () => {
    for (const {name, required} of fields) {
      if (!required) continue
      expect(zh.enquiry.problems[required]).toContain(zh.enquiry[name])
      expect(en.enquiry.problems[required].toLowerCase()).toContain(en.enquiry[name].toLowerCase())
    }
  })

  test('space around a line is not part of it; a message is kept as it is', () => {
    const result = checkEnquiry({...goodValues, name: '  Ada ', message: ' a\r\nb \r\n'})
    expect(result).toMatchObject({values: {name: 'Ada', message: ' a\nb \n'}})
  })

  test('neither a line end of another kind nor a change of direction forges what the reader sees', () => {
    const result = checkEnquiry({
      ...goodValues,
      name: '李伟\u2028Email: ceo@example.com\u202e',
      company: 'A\u0085B',
      mail: '\u202awang\u202e@example.com\u202c',
      message: 'a\u2028b\u2029c',
    })
    expect(result).toMatchObject({
      values: {name: '李伟 Email: ceo@example.com', company: 'A B', mail: 'wang@example.com', message: 'a\nb\nc'},
    })
    expect(checkEnquiry({...goodValues, name: 'a\u009bb'})).toEqual({problems: {name: 'controls'}})
  })
})
