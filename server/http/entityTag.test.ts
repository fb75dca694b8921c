import {expect, it} from 'vitest'
import {entityTag, namesTag} from './entityTag.ts'

it('the same body has the same tag, another body another', () => {
  expect(entityTag('{"a":1}')).toBe(entityTag('{"a":1}'))
  expect(entityTag('{"a":1}')).not.toBe(entityTag('{"a":2}'))
  expect(entityTag('中文')).toMatch(/^"[\w-]{22}"$/)
})

it.each(['"a"', 'W/"a"', '"x", "a"', '"x",W/"a" ', '*'])('%s names the tag "a"', (header) => {
  expect(namesTag(header, '"a"')).toBe(true)
})

it.each([null, '', '"b"', 'a', '"aa"'])('%s does not', (header) => {
  expect(namesTag(header, '"a"')).toBe(false)
})

it('what has no tag is never the same', () => {
  expect(namesTag('*', null)).toBe(false)
})
