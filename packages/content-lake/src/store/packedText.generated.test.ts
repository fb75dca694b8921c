import {expect, test} from 'vitest'
import fc from '../testing/fastCheck.ts'
import {needsSource, packText, unpackText} from './packedText.ts'

const FACTOR = Number(process.env.FUZZ_FACTOR || 1)
const piece = fc.oneof(
  fc.string({unit: 'binary', maxLength: 400}),
  fc.constantFrom('内容'.repeat(200), 'ab'.repeat(300), 'x'.repeat(70_000), '', '{"_key":"a","text":"试验 🧪"},'),
)

test('a text comes back as it was, whatever its source and however it was cut, moved and repeated', () => {
  const cut = fc.record({start: fc.double({min: 0, max: 1, noNaN: true}), length: fc.nat(2000), instead: piece})
  fc.assert(
    fc.property(
      fc.array(piece, {maxLength: 6}),
      fc.array(cut, {maxLength: 5}),
      fc.boolean(),
      (pieces, cuts, reverse) => {
        const before = pieces.join('')
        let after = (reverse ? pieces.toReversed() : pieces).join('')
        for (const {start, length, instead} of cuts) {
          const at = Math.floor(start * after.length)
          after = after.slice(0, at) + instead + after.slice(at + length)
        }
        // JSON holds no lone surrogates, and a cut may make some.
        after = after.toWellFormed()
        const source = Buffer.from(before.toWellFormed())
        for (const packed of [packText(after), packText(after, source)]) {
          expect(unpackText(packed, () => source).toString('utf8')).toBe(after)
        }
        expect(needsSource(packText(after))).toBe(false)
      },
    ),
    {numRuns: 300 * FACTOR},
  )
})

test('a small edit anywhere in a large text takes next to nothing, wherever the rest has moved', () => {
  const lines = Array.from({length: 20_000}, (_, n) => `line ${n} of ${(n * 7919) % 10_007}`)
  const source = Buffer.from(lines.join())
  fc.assert(
    fc.property(fc.nat(19_999), fc.nat(19_999), fc.string({maxLength: 20}), (from, to, text) => {
      const edited = lines.toSpliced(from, 1).toSpliced(to, 0, text.toWellFormed())
      expect(packText(`_rev ${text} ${edited.join()}`, source).length).toBeLessThan(source.length / 500)
    }),
    {numRuns: 20 * FACTOR},
  )
})
