import {
  type ArraySchemaType,
  isArraySchemaType,
  isObjectSchemaType,
  type ObjectSchemaType,
  type SchemaType,
} from 'sanity'
import {expect, test, vi} from 'vitest'
import {readSeed} from '@/tests/support/readSeed'
import {isObject} from '../../lib/json.ts'
import fc from '../../tests/support/fastCheck.ts'
import type {ContentDocument} from '../health/contentDocuments.ts'
import {checkContext, documentFindings} from '../health/documentFindings.ts'
import {launchFindings} from '../health/launch.ts'
import {compileSchema} from './testing/compileSchema.ts'
import {validate} from './testing/validate.ts'

const runs = (count: number) => ({numRuns: count * Number(process.env.FUZZ_FACTOR || 1)})
const now = new Date('2027-01-01')
// The seed's claims expire.
vi.useFakeTimers({toFake: ['Date'], now})

const schema = compileSchema()
const seed = readSeed()
const context = checkContext(seed, now)

type Change = (text: string) => string

/** Changes every text of a document that its type lets editors write freely, and leaves names, routes and choices alone. */
function withTexts(document: ContentDocument, change: Change): ContentDocument {
  const type = schema.get(document._type)
  const changed = type ? changeValue(document, type, change) : undefined
  return {...document, ...(isObject(changed) ? changed : {})}
}

/** Names, and texts that the site compares letter by letter. */
const exact: ReadonlySet<string> = new Set(['anchor', 'formerAnchors', 'columns', 'rows', 'lanes', 'code', 'section'])

function changeValue(value: unknown, type: SchemaType, change: Change): unknown {
  if (typeof value === 'string') return isFreeText(type) ? change(value) : value
  if (Array.isArray(value) && isArraySchemaType(type)) {
    return value.map((item: unknown) => changeValue(item, itemType(item, type) ?? type, change))
  }
  return isObject(value) && isObjectSchemaType(type) ? changeObject(value, type, change) : value
}

function changeObject(value: Record<string, unknown>, type: ObjectSchemaType, change: Change) {
  // Of formatted text, the words.
  if (type.name === 'span') return {...value, text: typeof value.text === 'string' ? change(value.text) : value.text}
  const fields = type.fields.filter(({name}) => name in value && !name.startsWith('_') && !exact.has(name))
  return {...value, ...Object.fromEntries(fields.map(({name, type}) => [name, changeValue(value[name], type, change)]))}
}

function itemType(item: unknown, {of}: ArraySchemaType): SchemaType | undefined {
  return isObject(item)
    ? (of.find(({name}) => name === item._type) ?? (of.length === 1 ? of[0] : undefined))
    : undefined
}

function isFreeText(type: SchemaType): boolean {
  return (type.name === 'string' || type.name === 'text') && !type.options?.list
}

/** Words that a check looks for. */
const baits = [
  '客户好评率 99%',
  'a 99% favourable rate of customers',
  '【待填】',
  '[to be filled in]',
  '【示例】例',
  '[Sample] x',
  '{figure}',
  '{rate}',
  '甲（副本）',
  'A (copy)',
  '至少 {figure}',
  'at least {figure}',
  '{figure}%',
  '9{figure}',
  '10 年',
  'ten years',
]
const bait = fc.constantFrom(...baits)

const unseen = fc.constantFrom('\u200b', '\u00ad', '\ufeff', '\u200e', '\u200f', '\u061c', '\u2060', '\ud800')
/** Lets something that readers do not see into a text, without changing what it says. */
const disguise = fc
  .record({
    at: fc.nat(30),
    sign: unseen,
    blank: fc.constantFrom(' ', '\u00a0', '\u3000', '\u2009'),
    isWide: fc.boolean(),
  })
  .map(
    ({at, sign, blank, isWide}): Change =>
      (text) => {
        const spelled = isWide
          ? text.replace(/[0-9%]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
          : text
        // Within a token it would be another one, which is an error in claims and stays as it is.
        const parts = spelled.match(/\{\w+\}|./gsu) ?? []
        return parts.toSpliced(at, 0, sign).join('').replaceAll(' ', blank)
      },
  )

const document = fc.constantFrom(...seed)

/** What a check says, without the words that it quotes. Hidden signs make a text longer, and are themselves a finding. */
const findings = (one: ContentDocument): string[] =>
  [...documentFindings(one, context), ...launchFindings(one)]
    .filter(({check}) => !['controlCharacter', 'longText', 'duplicateText', 'duplicateTitle'].includes(check))
    .map(({check, severity, path}) => `${severity} ${check} ${path}`)

test('health finds the same in a text whatever hides between its letters', () => {
  fc.assert(
    fc.property(document, bait, disguise, (one, words, change) => {
      for (const plain of [one, withTexts(one, () => words)]) {
        expect(findings(withTexts(plain, change))).toEqual(findings(plain))
      }
    }),
    runs(150),
  )
})

/** Fields with their problems, without texts that are too long. */
const problems = async (one: ContentDocument) =>
  (await validate(one)).filter((line) => !line.includes('字符')).map((line) => line.split(':')[0])

test('so does the form', async () => {
  await fc.assert(
    fc.asyncProperty(document, bait, disguise, async (one, words, change) => {
      const plain = withTexts(one, () => words)
      expect(await problems(withTexts(plain, change))).toEqual(await problems(plain))
    }),
    runs(20),
  )
})

const strange = fc.constantFrom(
  '\ud83d',
  '\udc69',
  '👩‍🔬',
  '👨‍👩‍👧‍👦🏽',
  '🇨🇳',
  'e\u0301\u0301',
  '\u202eabc',
  '\u2067',
  '\u0000',
  '\u200d',
  '字'.repeat(5000),
  'x'.repeat(5000),
  '｛',
  '}{',
  '½',
  '第',
  '半',
  '\u2028',
  '𠮷',
)
const mixture = fc
  .array(fc.oneof(strange, bait, fc.string({unit: 'binary', maxLength: 6})), {maxLength: 5})
  .map((parts) => parts.join(''))

test('no text whatever makes a check fail', async () => {
  await fc.assert(
    fc.asyncProperty(document, mixture, async (one, text) => {
      const strangeOne = withTexts(one, () => text)
      expect(() => findings(strangeOne)).not.toThrow()
      expect((await validate(strangeOne)).filter((line) => /exception/i.test(line))).toEqual([])
    }),
    runs(20),
  )
})
