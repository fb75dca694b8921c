/** The rules of the form, the same in the browser and on the server. Error messages are codes of `problems`. */
import {parsePhoneNumberFromString} from 'libphonenumber-js/max'
import * as z from 'zod/mini'
import {byField, type EnquiryProblems, type EnquiryValues, enquiryFields, type fields, problems} from './fields.ts'

const controls = /\p{Cc}/u
const controlsInText = /(?![\t\n])\p{Cc}/u
/** Line ends that most programs ignore. Unless replaced, a mail would show other lines than the form. */
const lineEnds = /\r\n|[\u0085\u2028\u2029]/g
/** Some programs copy these marks along. In a name or an address they would only turn the text around. */
const directionMarks = /\p{Bidi_Control}/gu
/** One address without a name or comments; letters of any script. */
const mailPattern = /^[^\s@"<>()[\]\\,;:]{1,64}@(?:[^\s@"<>()[\]\\,;:.]+\.)+[^\s@"<>()[\]\\,;:.]{2,}$/u

function rule({required, ...field}: (typeof fields)[number]) {
  const value = optionalValue(field)
  return required ? value.check(z.refine((text) => text.trim() !== '', required)) : value
}

function optionalValue({kind, maxLength}: Pick<(typeof fields)[number], 'kind' | 'maxLength'>) {
  if (kind === 'text') {
    return z.string().check(
      // Forms send line ends as CR LF, whatever was typed.
      z.overwrite((text) => text.replaceAll(lineEnds, '\n')),
      z.refine((text) => !controlsInText.test(text) && text.isWellFormed(), 'controls'),
      z.maxLength(maxLength, 'tooLong'),
    )
  }
  const line = z.string().check(
    z.overwrite((text) => text.replaceAll(directionMarks, '').replaceAll(/[\u0085\u2028\u2029]/g, ' ')),
    z.trim(),
    z.refine((text) => !controls.test(text) && text.isWellFormed(), 'controls'),
    z.maxLength(maxLength, 'tooLong'),
  )
  if (kind === 'phone') return line.check(z.refine((text) => text === '' || parsePhone(text) !== undefined, 'phone'))
  if (kind === 'mail') return line.check(z.refine((text) => text === '' || mailPattern.test(text), 'mail'))
  return line
}

const enquirySchema = z
  .object({...byField(rule), consent: z.string().check(z.refine((value) => /^yes( |$)/.test(value), 'consent'))})
  .check((context) => {
    const {phone, mail} = context.value
    if (!phone && !mail) context.issues.push({code: 'custom', path: ['phone'], message: 'contact', input: phone})
  })

type CheckedEnquiry = {values: EnquiryValues & {phoneNumber: string}} | {problems: EnquiryProblems}

/** Checks the form's values. Returns them cleaned, or the first problem of each field. */
export function checkEnquiry(values: EnquiryValues): CheckedEnquiry {
  const result = enquirySchema.safeParse(values)
  if (result.success) return {values: {...result.data, phoneNumber: parsePhone(result.data.phone) ?? ''}}
  const found: EnquiryProblems = {}
  for (const {path, message} of result.error.issues) {
    const field = enquiryFields.find((name) => name === path[0])
    const problem = problems.find((code) => code === message)
    if (field && problem) found[field] ??= problem
  }
  return {problems: found}
}

/** The country of a number without a country code. */
const homeCountry = 'CN'

/**
 * Parses a phone number to its international form, `+8613812345678`, with `;ext=` if it has an extension. Chinese mobiles
 * and landlines may be written as at home, other numbers need their country code.
 */
function parsePhone(text: string): string | undefined {
  const withExtension = text.replace(/转|轉|分机|分機|#/, ' ext. ')
  const number = parsePhoneNumberFromString(withExtension, homeCountry)
  if (!number?.isPossible()) return undefined
  // Numbering plans abroad change more often than this library; at home a wrong digit is worth pointing out.
  if (number.country === homeCountry && !number.isValid()) return undefined
  if (!number.country && number.countryCallingCode === '86') return undefined
  return number.ext ? `${number.number};ext=${number.ext}` : number.number
}
