import {applyPatch, incremental} from 'mendoza'
import {describe, expect, test} from 'vitest'
import {isRecord} from '../json.ts'
import {type Randomness, randomness} from '../testing/randomness.ts'
import type {JsonObject, JsonValue} from '../types.ts'
import {encode} from './encode.ts'

const WORDS = [
  '试验',
  '车辆',
  'laboratory',
  '🚗',
  '👩‍🔧',
  ' ',
  'é',
  '、',
  'ISO/IEC 17025',
  '样品管理',
  '\u0301',
  'a',
  '\n',
  '𠮷',
]
const FIELDS = ['title', 'zh', 'en', 'steps', 'b', 'a', 'Z', '_type', 'ö', '样品', '10', '9', 'constructor']

function randomText(random: Randomness): string {
  return Array.from({length: random.below(9)}, () => random.pick(WORDS)).join('')
}

function randomValue(random: Randomness, depth: number): JsonValue {
  const kind = random.below(depth > 0 ? 8 : 5)
  if (kind === 0) return random.chance(0.5)
  if (kind === 1) return random.below(1000) / 4
  if (kind === 2) return random.chance(0.3) ? null : ''
  if (kind < 5) return randomText(random)
  if (kind === 5) return Array.from({length: random.below(5)}, () => randomValue(random, depth - 1))
  if (kind === 6) return Array.from({length: random.below(6)}, () => keyedMember(random, depth - 1))
  return randomObject(random, depth - 1)
}

function randomObject(random: Randomness, depth: number): JsonObject {
  const object: JsonObject = {}
  for (let field = random.below(6); field > 0; field -= 1) object[random.pick(FIELDS)] = randomValue(random, depth)
  return object
}

function keyedMember(random: Randomness, depth: number): JsonObject {
  return {...randomObject(random, depth), _key: `k${random.below(50)}`}
}

function randomDocument(random: Randomness): JsonObject {
  return {
    _id: 'a',
    ...randomObject(random, 4),
    body: randomValue(random, 4),
    list: [keyedMember(random, 3), keyedMember(random, 3)],
  }
}

/** A document as one edit leaves it: typed text, fields set and removed, members added, removed, moved. */
function randomEdit(random: Randomness, document: JsonObject): JsonObject {
  return editObject(random, document)
}

function editValue(random: Randomness, value: JsonValue): JsonValue {
  if (random.chance(0.1)) return randomValue(random, 2)
  if (typeof value === 'string') return editText(random, value)
  if (Array.isArray(value)) return editArray(random, value)
  return isRecord(value) ? editObject(random, value) : value
}

function editText(random: Randomness, text: string): string {
  const characters = Array.from(text)
  characters.splice(random.below(characters.length + 1), random.below(3), ...Array.from(randomText(random)))
  return characters.join('')
}

function editArray(random: Randomness, array: JsonValue[]): JsonValue[] {
  const edited = array.map((member) => (random.chance(0.3) ? editValue(random, member) : member))
  if (random.chance(0.3)) edited.splice(random.below(edited.length + 1), 0, randomValue(random, 2))
  if (random.chance(0.3)) edited.splice(random.below(edited.length), 1)
  return random.chance(0.3) ? edited.toSorted(() => random.below(3) - 1) : edited
}

function editObject(random: Randomness, object: JsonObject): JsonObject {
  const edited: JsonObject = {}
  for (const [key, value] of Object.entries(object)) {
    if (random.chance(0.9)) edited[key] = random.chance(0.4) ? editValue(random, value) : value
  }
  if (random.chance(0.2)) edited[random.pick(FIELDS)] = randomValue(random, 2)
  return edited
}

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
