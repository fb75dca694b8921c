import {applyPatch, incremental} from 'mendoza'
import {describe, expect, test} from 'vitest'
import {randomDocument, randomEdit} from '../testing/randomDocuments.ts'
import {randomness} from '../testing/randomness.ts'
import type {JsonValue} from '../types.ts'
import {encode} from './encode.ts'

const roundTrip = (before: JsonValue, after: JsonValue): unknown => applyPatch(before, encode(before, after))

/** Applies a patch as the Studio's history does, which remembers who wrote each character. */
function authored(before: JsonValue, after: JsonValue): incremental.Value<string> {
  return incremental.applyPatch(incremental.wrap(before, 'first'), encode(before, after), 'second')
}

describe('encode', () => {
  test('every one of 3,000 random edits survives both of the published decoders', () => {
    const random = randomness(20260131)
    for (let round = 0; round < 3000; round += 1) {
      const before = randomDocument(random)
      const after = randomEdit(random, before)
      expect(roundTrip(before, after)).toEqual(after)
      expect(roundTrip(after, before)).toEqual(before)
      expect(incremental.unwrap(authored(before, after))).toEqual(after)
    }
  })

  test('unrelated documents are turned into each other', () => {
    const random = randomness(7)
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [randomDocument(random), randomDocument(random)]
      expect(roundTrip(before, after)).toEqual(after)
    }
  })

  test('a chain of patches applied one after the other ends at the last document', () => {
    const random = randomness(99)
    let current = randomDocument(random)
    let value = incremental.wrap<string>(current, '0')
    for (let round = 1; round < 60; round += 1) {
      const next = randomEdit(random, current)
      value = incremental.applyPatch(value, encode(current, next), String(round))
      expect(incremental.unwrap(value)).toEqual(next)
      current = next
    }
  })

  test.each<[string, (inner: JsonValue, change: number) => JsonValue]>([
    ['in fields', (inner) => ({inner})],
    ['in items by their key, beside others without one', (inner, change) => [{_key: 'a', inner}, change]],
  ])('what is equal deep within, %s, is gone through a few times, however deep it is', (_, wrap) => {
    let looks = 0
    const equal = () =>
      new Proxy<{[name: string]: JsonValue}>(
        {},
        {
          ownKeys() {
            looks += 1
            return []
          },
        },
      )
    const nested = (change: number) => {
      let value: JsonValue = {equal: equal(), change}
      for (let depth = 0; depth < 90; depth += 1) value = wrap(value, change)
      return value
    }
    encode(nested(1), nested(2))
    // Two are compared, by what holds them and by themselves.
    expect(looks).toBeLessThanOrEqual(4)
  })

  test('creation and deletion are literals, which is how the Studio recognizes them', () => {
    const document = {_id: 'a', title: '试验委托'}
    expect(encode(null, document)).toEqual([0, document])
    expect(encode(document, null)).toEqual([0, null])
  })

  test('an unchanged document is one copy operation', () => {
    expect(encode({a: 1, b: [1, 2], c: [], d: [[], {e: [0]}]}, {b: [1, 2], a: 1, d: [[], {e: [0]}], c: []})).toEqual([
      1,
    ])
  })

  test('members that share a key, as none should, are no change as long as nobody changes them', () => {
    const members: JsonValue = [
      {_key: 'a', text: 'one'},
      {_key: 'a', text: 'two'},
      {_key: 'b', list: [{_key: 'a', text: 'three'}]},
    ]
    expect(encode({members}, {members: structuredClone(members)})).toEqual([1])
    expect(encode({members, n: 1}, {members: structuredClone(members), n: 2})).toEqual([1, 6, 1, 0, 2, 15])
  })

  test('only the typed characters are literal, in Chinese text and between emoji', () => {
    expect(encode({t: '整车试验委托与样品管理🚗系统'}, {t: '整车试验委托、设备与样品管理🚗系统'})).toEqual([
      ...[1, 6, 0, 2, 23, 0, 18, 22, '、设备', 23, 18, 43, 15],
    ])
    expect(roundTrip({t: 'engineers 👩‍🔧👨‍🔧 test'}, {t: 'engineers 👩‍🔬👨‍🔧 test'})).toEqual({
      t: 'engineers 👩‍🔬👨‍🔧 test',
    })
  })

  test('half of a surrogate pair does not shift what follows', () => {
    const [before, after] = [{t: 'start \ud83d middle end'}, {t: 'start 🚗 middle! end'}]
    expect(roundTrip(before, after)).toEqual(after)
    expect(roundTrip(after, before)).toEqual(before)
  })

  test('a keyed member that moves and changes is edited, not replaced', () => {
    const before = {
      steps: [
        {_key: 'a', text: '提交委托申请单'},
        {_key: 'b', text: '分配工程师'},
        {_key: 'c', text: 'report'},
      ],
    }
    const after = {
      steps: [
        {_key: 'c', text: 'report'},
        {_key: 'a', text: '提交委托申请'},
        {_key: 'b', text: '分配工程师'},
      ],
    }
    expect(encode(before, after)).not.toContainEqual(expect.objectContaining({_key: 'a'}))
    expect(roundTrip(before, after)).toEqual(after)
  })

  test('neighbours that stay together are one slice', () => {
    const before = {list: [1, 2, 3, 4, 5, 6]}
    expect(encode(before, {list: [1, 2, 3, 4, 6]})).toEqual([1, 6, 0, 2, 21, 0, 4, 21, 5, 6, 15])
  })

  test('the characters that an edit leaves alone keep their author', () => {
    const value = authored({t: '实验室管理系统平台'}, {t: '实验室资质管理系统平台'})
    const content = value.content?.type === 'object' ? value.content.fields.t?.content : undefined
    const parts = content?.type === 'string' ? content.parts.map((part) => [part.value, part.startMeta]) : []
    expect(parts).toEqual([
      ['实验室', 'first'],
      ['资质', 'second'],
      ['管理系统平台', 'first'],
    ])
  })
})
