import {expect, it} from 'vitest'
import {attributeCount} from './datasetFindings.ts'

it('counts each path with each kind of value once, and a list besides what it holds', () => {
  // tags, and in it: float, string, boolean
  expect(attributeCount([{tags: [2.5, 1.25, 'abc', 'def', true]}])).toBe(4)
  // foo, foo[], foo[].bar, foo[].baz, foo[].bat, foo[].bat.bar
  expect(attributeCount([{foo: [{bar: 'a', baz: 'b'}, {bar: 'c', baz: 'd'}, {bat: {bar: 'e'}}]}])).toBe(6)
})

it('counts a path again only where another document holds another kind of value there', () => {
  expect(attributeCount([{a: 'x'}, {a: 'y'}])).toBe(1)
  expect(attributeCount([{a: 'x'}, {a: 1}, {a: 1.5}, {a: null}])).toBe(4)
})
