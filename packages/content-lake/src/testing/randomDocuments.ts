import {isJsonObject} from '../json.ts'
import type {JsonObject, JsonValue} from '../types.ts'
import type {Randomness} from './randomness.ts'

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

export function randomDocument(random: Randomness): JsonObject {
  return {
    _id: 'a',
    ...randomObject(random, 4),
    body: randomValue(random, 4),
    list: [keyedMember(random, 3), keyedMember(random, 3)],
  }
}

/** A document as one edit leaves it: typed text, fields set and removed, members added, removed, moved. */
export function randomEdit(random: Randomness, document: JsonObject): JsonObject {
  return editObject(random, document)
}

function editValue(random: Randomness, value: JsonValue): JsonValue {
  if (random.chance(0.1)) return randomValue(random, 2)
  if (typeof value === 'string') return editText(random, value)
  if (Array.isArray(value)) return editArray(random, value)
  return isJsonObject(value) ? editObject(random, value) : value
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
