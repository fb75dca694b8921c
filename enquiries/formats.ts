/** Enquiries as text for people: a notice, and a table for a spreadsheet. */
import {setImmediate} from 'node:timers/promises'
import {csvRow, csvStart} from '../lib/csv.ts'
import {displayValue, type Enquiry} from './enquiry.ts'
import {fields, fieldsFor} from './fields.ts'

/** The notice of an enquiry, in both languages; fields without a value are left out. */
export function describeEnquiry(enquiry: Enquiry): string {
  const lines = fields.flatMap((field): [title: string, value: string][] => {
    if (field.kind === 'text') return []
    const value = displayValue(enquiry, field.name)
    const {zh, en} = field.title
    return [
      [`${zh} · ${en}`, field.kind === 'phone' ? [value, enquiry.phoneNumber].filter(Boolean).join(' = ') : value],
    ]
  })
  lines.push(
    ['来自页面 · Came from', enquiry.page],
    ['语言 · Language', enquiry.locale],
    ['时间 · Time', new Date(enquiry.createdAt).toISOString()],
  )
  const known = lines.filter(([, value]) => value).map(([title, value]) => `${title}: ${value}`)
  const texts = fields.flatMap(({kind, name}) => (kind === 'text' && enquiry[name] ? ['', enquiry[name]] : []))
  return [...known, ...texts, '', `# ${enquiry.id}`].join('\n')
}

/** The subject of a notice. Without any of the visitor's input: subjects end up in mail logs, and readers trust them. */
export function subjectOf({id}: Pick<Enquiry, 'id'>): string {
  return `网站咨询 · New enquiry #${id.slice(0, 8)}`
}

const columns = [
  'id',
  'time',
  'status',
  ...fieldsFor('table').flatMap(({kind, name}) => (kind === 'phone' ? [name, 'phoneNumber' as const] : [name])),
  'note',
  'page',
  'locale',
  'privacyVersion',
] as const

/** The enquiries as CSV for a spreadsheet. */
export async function enquiriesAsCsv(enquiries: AsyncIterable<Enquiry>): Promise<string> {
  const rows = [csvRow(columns)]
  for await (const enquiry of enquiries) {
    const time = new Date(enquiry.createdAt).toISOString()
    const shown = {...enquiry, time, interest: displayValue(enquiry, 'interest')}
    rows.push(csvRow(columns.map((column) => shown[column])))
    // The embedded database answers without a pause: thousands of enquiries would hold up the site for seconds.
    await setImmediate()
  }
  return csvStart + rows.join('')
}
