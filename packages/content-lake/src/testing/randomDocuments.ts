import {isJsonObject} from '../json.ts'
import type {JsonObject, JsonValue} from '../types.ts'

/** A repeatable source of numbers from 0 up to 1 (mulberry32), so that a failing test fails again. */
type Random = () => number

export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

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

const below = (random: Random, limit: number): number => Math.floor(random() * limit)

function pick(random: Random, choices: readonly string[]): string {
  return choices[below(random, choices.length)] ?? ''
}

function randomText(random: Random): string {
  return Array.from({length: below(random, 9)}, () => pick(random, WORDS)).join('')
}

function randomValue(random: Random, depth: number): JsonValue {
  const kind = below(random, depth > 0 ? 8 : 5)
  if (kind === 0) return random() < 0.5
  if (kind === 1) return below(random, 1000) / 4
  if (kind === 2) return random() < 0.3 ? null : ''
  if (kind < 5) return randomText(random)
  if (kind === 5) return Array.from({length: below(random, 5)}, () => randomValue(random, depth - 1))
  if (kind === 6) return Array.from({length: below(random, 6)}, () => keyedMember(random, depth - 1))
  return randomObject(random, depth - 1)
}

function randomObject(random: Random, depth: number): JsonObject {
  const object: JsonObject = {}
  for (let field = below(random, 6); field > 0; field -= 1) object[pick(random, FIELDS)] = randomValue(random, depth)
  return object
}

function keyedMember(random: Random, depth: number): JsonObject {
  return {...randomObject(random, depth), _key: `k${below(random, 50)}`}
}

export function randomDocument(random: Random): JsonObject {
  return {
    _id: 'a',
    ...randomObject(random, 4),
    body: randomValue(random, 4),
    list: [keyedMember(random, 3), keyedMember(random, 3)],
  }
}

/** A document as one edit leaves it: typed text, fields set and removed, members added, removed, moved. */
export function randomEdit(random: Random, document: JsonObject): JsonObject {
  return editObject(random, document)
}

function editValue(random: Random, value: JsonValue): JsonValue {
  if (random() < 0.1) return randomValue(random, 2)
  if (typeof value === 'string') return editText(random, value)
  if (Array.isArray(value)) return editArray(random, value)
  return isJsonObject(value) ? editObject(random, value) : value
}

function editText(random: Random, text: string): string {
  const characters = Array.from(text)
  characters.splice(below(random, characters.length + 1), below(random, 3), ...Array.from(randomText(random)))
  return characters.join('')
}

function editArray(random: Random, array: JsonValue[]): JsonValue[] {
  const edited = array.map((member) => (random() < 0.3 ? editValue(random, member) : member))
  if (random() < 0.3) edited.splice(below(random, edited.length + 1), 0, randomValue(random, 2))
  if (random() < 0.3) edited.splice(below(random, edited.length), 1)
  return random() < 0.3 ? edited.toSorted(() => random() - 0.5) : edited
}

function editObject(random: Random, object: JsonObject): JsonObject {
  const edited: JsonObject = {}
  for (const [key, value] of Object.entries(object)) {
    if (random() > 0.1) edited[key] = random() < 0.4 ? editValue(random, value) : value
  }
  if (random() < 0.2) edited[pick(random, FIELDS)] = randomValue(random, 2)
  return edited
}
