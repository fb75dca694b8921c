import {parse} from 'date-fns'
import {expect, test} from 'vitest'
import {isWholeDate, writtenDate} from './writtenDate.ts'

const day = (text: string) => parse(writtenDate.inForm(text), 'yyyy-MM-dd', new Date())
const time = (text: string) => parse(writtenDate.inForm(text), 'yyyy-MM-dd HH:mm', new Date())

test.each([
  '2027-03-06',
  '2027-3-6',
  '2027年3月6日',
  '2027年3月6号',
  '2027 年 03 月 06 日',
  '2027/3/6',
  '2027.03.06',
  '20270306',
  '２０２７－０３－０６',
  ' 2027年3月6日\u3000',
])('the day %j is understood', (text) => {
  expect(day(text)).toEqual(new Date(2027, 2, 6))
})

test.each(['2027-03-06 09:30', '2027年3月6日 9:30', '2027年3月6日9点30分', '2027/3/6 ９：３０', '2027-03-06T09:30'])(
  'the time %j is understood',
  (text) => {
    expect(time(text)).toEqual(new Date(2027, 2, 6, 9, 30))
  },
)

test('a full hour is understood', () => {
  expect(time('2027年3月6日9点')).toEqual(new Date(2027, 2, 6, 9))
})

test.each(['3月6日', '明天', '2027-02-30', '2027年3月', '06/03/2027', '202703061', '27-3-6', '203-1-1', ''])(
  '%j is no day',
  (text) => {
    expect(day(text).valueOf()).toBeNaN()
  },
)

test('what cannot be read is answered with the form of the field', () => {
  expect(writtenDate.unreadable('YYYY-MM-DD')).toMatch(/2027-01-31，/)
  expect(writtenDate.unreadable('YYYY-MM-DD HH:mm')).toMatch(/2027-01-31 09:30，/)
})

test('a date is written to its end once no further digit would make it another', () => {
  const days = ['2027-01-15', '2027-1-4', '20270115', '2027年1月1日', '２０２７／１／１５ ']
  const halves = ['', '2027', '2027-1', '2027-01', '2027-1-', '2027-01-1', '2027年1月', '2027年1月3', '2027011', '明天']
  expect([days, halves].map((texts) => texts.filter((text) => isWholeDate(text, false)))).toEqual([days, []])
  const times = ['2027-1-1 09:30', '2027年1月1日 9点30分', '2027年1月1日9点5分', '2027-01-15 ９：３０']
  expect(['2027-02-31', '2027-13-45', '2027年2月31日'].filter((text) => isWholeDate(text, false))).toEqual([])
  expect(['2027-02-31 09:30', '2027-01-15 09:75'].filter((text) => isWholeDate(text, true))).toEqual([])
  const begun = ['2027-01-15', '2027-01-15 0', '2027-01-15 09:3', '2027年1月1日9点', '2027年1月1日9点3']
  expect([times, begun].map((texts) => texts.filter((text) => isWholeDate(text, true)))).toEqual([times, []])
})
