import {expect, test} from 'vitest'
import fc from '../tests/support/fastCheck.ts'
import type {Enquiry} from './enquiry.ts'
import {enquiriesAsCsv} from './formats.ts'
import {storedEnquiry} from './testing/fixtures.ts'

const runs = 300 * Number(process.env.FUZZ_FACTOR || 1)

async function exported(given: Partial<Enquiry>): Promise<string> {
  const enquiry = storedEnquiry({phone: '', phoneNumber: '', ...given})
  async function* all() {
    yield enquiry
  }
  return enquiriesAsCsv(all())
}

const piece = fc.oneof(
  fc.constantFrom(...';,\t\n\r"\' =+-@＝＋－＠', '=1+1', '=cmd|x', '\r\n', 'text', '；', '\u00a0', '\ufeff', "';=1"),
  fc.string({maxLength: 3}),
)
const text = fc.array(piece, {maxLength: 8}).map((pieces) => pieces.join(''))

/** All cells that a program may see that does not heed quotes, or splits before it reads them. */
const cellsOf = (csv: string, separator: RegExp) =>
  csv.split(separator).map((cell) => cell.replace(/^[\s"\ufeff]*/, ''))

test('no cell of an export begins a formula, with semicolons between cells or tabs, heeding quotes or not', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, message, note) => {
      const csv = await exported({name, message, note})
      for (const separator of [/[;\r\n]/, /[\t\r\n]/]) {
        expect(cellsOf(csv, separator).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
      }
      for (const value of [name, message, note]) {
        const kept = value.replaceAll(/[\s"'\ufeff]/g, '')
        expect(csv.replaceAll(/[\s"'\ufeff]/g, '')).toContain(kept)
      }
    }),
    {numRuns: runs},
  )
})

test('a message of very many lines is no slower for each, and no formula hides behind what is not seen', async () => {
  const lines = await exported({name: '\u200b=1', message: `${'\n'.repeat(300_000)}=1`})
  expect(lines).toContain(`,"\u200b'=1",`)
  expect(lines).toContain(`\n'=1"`)
})

test('a message of several lines stays in its cell, with or without a comma', async () => {
  for (const message of ['第一行\n第二行', 'one\n\ntwo', 'a\r\nb', 'a, b\nc'])
    expect(await exported({message})).toContain(`,"${message}",`)
})

test('with commas between cells none begins a formula where quotes are heeded', async () => {
  const csv = await exported({name: '=1+1', company: ' @x', message: 'a, -b\n- c;=d'})
  expect(csv).toContain(`,"'=1+1",`)
  expect(csv).toContain(`," '@x",`)
  expect(csv).toContain(`"a, -b\n'- c;'=d"`)
})
