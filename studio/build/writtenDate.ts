import {isValid} from 'date-fns/isValid'
import {parse} from 'date-fns/parse'
import {label} from '../../sanity/schema/support/bilingual.ts'

const year = String.raw`(\d{4})\s*[-/.年]\s*`
const month = String.raw`(\d{1,2})\s*[-/.月]\s*`
const written = new RegExp(String.raw`^(?:${year}${month}(\d{1,2})|(\d{4})(\d\d)(\d\d)(?!\d))\s*[日号T]?\s*`)
/** As on the way to a year of four digits; read as it stands, it would be one of the first centuries. */
const shortYear = /^\d{1,3}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}(?!\d)/

/** Dates as people write them, in the form of Sanity's date fields. Called by its code (`sanityPatches.ts`). */
export const writtenDate = {
  /** Returns a date that is written another way, such as `2027年3月6日` or in full-width digits, as `2027-3-6`. */
  inForm: (text: string): string =>
    text
      .normalize('NFKC')
      .trim()
      .replace(shortYear, '')
      .replace(written, (_, y = '', m = '', d = '', year = y, month = m, day = d) => `${year}-${month}-${day} `)
      .replace(/(\d)\s*[时点](?:\s*(\d{1,2})\s*分?)?$/, (_, hour, minute = '00') => `${hour}:${minute}`)
      .trim(),
  /** Returns what to do about a date that cannot be read. */
  unreadable: (format: string | undefined): string => {
    const example = format?.includes('HH') ? '2027-01-31 09:30' : '2027-01-31'
    return label(
      `看不懂这样写的日期，没有保存。请写成 ${example}，或从日历里选。`,
      `This cannot be read as a date and is not saved. Write it like ${example}, or choose it from the calendar.`,
    )
  },
}

/** A day that no further digit would change: `2027-01-1` may be on its way to the 15th. */
const wholeDay = /^(?:\d{4}\D+\d{1,2}\D+(?:\d\d|[4-9]|\d{1,2}\s*[日号])|\d{8})$/
const wholeTime = /\d[:时点]\s*(?:\d\d|\d{1,2}\s*分)$/

/** Returns whether a date can be read and is written to its end, or else somebody may be in the middle of typing it. */
export function isWholeDate(text: string, withTime: boolean): boolean {
  if (!(withTime ? wholeTime : wholeDay).test(text.normalize('NFKC').trim())) return false
  return isValid(parse(writtenDate.inForm(text), withTime ? 'yyyy-MM-dd HH:mm' : 'yyyy-MM-dd', new Date()))
}
