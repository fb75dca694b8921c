import {stringify} from 'csv-stringify'
import type {Enquiry} from './enquiry.ts'

const columns = [
  'id',
  'time',
  'status',
  'name',
  'company',
  'department',
  'position',
  'phone',
  'phoneNumber',
  'mail',
  'interest',
  'message',
  'note',
  'page',
  'locale',
  'privacyVersion',
] as const

/**
 * Where a spreadsheet may see the beginning of a cell: in the text, and after what separates cells and rows, which is a
 * semicolon where the decimal mark is a comma, whatever the file was written with.
 */
const formula = /(^|[;\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])/g

/**
 * Enquiries as a table for a spreadsheet: with the mark by which Excel knows UTF-8, and no cell that it would take for
 * a formula.
 */
export async function enquiriesAsCsv(enquiries: AsyncIterable<Enquiry>): Promise<string> {
  const table = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    record_delimiter: 'windows',
    cast: {string: (text) => text.replaceAll(formula, "$1$2'")},
  })
  const feed = async () => {
    for await (const enquiry of enquiries) {
      const {createdAt, interest, interestName} = enquiry
      table.write({...enquiry, time: new Date(createdAt).toISOString(), interest: interestName || interest})
    }
    table.end()
  }
  const rows: string[] = []
  void feed().catch((error: Error) => table.destroy(error))
  for await (const row of table) rows.push(String(row))
  return rows.join('')
}
