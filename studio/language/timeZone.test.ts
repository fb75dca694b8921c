import {afterEach, expect, test} from 'vitest'
import {nameTimeZone} from './timeZone.ts'

const {supportedValuesOf} = Intl
const {resolvedOptions} = Intl.DateTimeFormat.prototype

afterEach(() => {
  Intl.supportedValuesOf = supportedValuesOf
  Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions
})

/** What Sanity offers, and what it takes the browser's own zone to be: `useTimeZone`. */
const offered = () => Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))
const resolved = (timeZone: string) => new Intl.DateTimeFormat('zh-CN', {timeZone}).resolvedOptions().timeZone

test('a browser whose time zone is UTC is offered it, under a name that can be written in again', () => {
  expect(offered()).not.toContain(resolved('UTC'))
  nameTimeZone()
  expect(offered()).toContain(resolved('UTC'))
  const noon = new Date('2026-11-27T12:00:00Z')
  expect(noon.toLocaleTimeString('zh-CN', {timeZone: resolved('UTC')})).toBe('12:00:00')
})

test('other time zones, and other lists, stay as they are', () => {
  const currencies = Intl.supportedValuesOf('currency')
  nameTimeZone()
  expect(resolved('Asia/Shanghai')).toBe('Asia/Shanghai')
  expect(offered().filter((name) => name === 'Asia/Shanghai')).toHaveLength(1)
  expect(Intl.supportedValuesOf('currency')).toEqual(currencies)
})
