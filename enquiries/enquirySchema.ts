/** The rules of the form, the same in the browser and on the server. Its messages are codes. */
import * as z from 'zod/mini'
import {parsePhone} from './parsePhone.ts'
import {type Problem, problems} from './problems.ts'

/** How long a field's text may be. */
export const maxLengths = {
  name: 100,
  company: 200,
  department: 100,
  position: 100,
  phone: 50,
  mail: 254,
  message: 10_000,
  interest: 200,
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is to find.
const controls = /[\u0000-\u001f\u007f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: all but the tab and the line feed.
const controlsInText = /[\u0000-\u0008\u000b-\u001f\u007f]/
/** One address without a name or comments; letters of any script. */
const mailPattern = /^[^\s@"<>()[\]\\,;:]{1,64}@(?:[^\s@"<>()[\]\\,;:.]+\.)+[^\s@"<>()[\]\\,;:.]{2,}$/u

const isStorable = (text: string) => text.isWellFormed()
const line = (field: keyof typeof maxLengths) =>
  z.string().check(
    z.trim(),
    z.refine((text) => !controls.test(text) && isStorable(text), 'controls'),
    z.maxLength(maxLengths[field], 'tooLong'),
  )

export const enquirySchema = z
  .object({
    name: line('name').check(z.minLength(1, 'required')),
    interest: line('interest'),
    phone: line('phone').check(z.refine((text) => text === '' || parsePhone(text) !== undefined, 'phone')),
    company: line('company'),
    mail: line('mail').check(z.refine((text) => text === '' || mailPattern.test(text), 'mail')),
    department: line('department'),
    position: line('position'),
    message: z.string().check(
      // Forms send line ends as CR LF, whatever was typed.
      z.overwrite((text) => text.replaceAll('\r\n', '\n')),
      z.refine((text) => !controlsInText.test(text) && isStorable(text), 'controls'),
      z.maxLength(maxLengths.message, 'tooLong'),
    ),
    consent: z.string().check(z.refine((value) => value === 'yes', 'consent')),
  })
  .check((context) => {
    const {phone, mail} = context.value
    if (!phone && !mail) context.issues.push({code: 'custom', path: ['phone'], message: 'contact', input: phone})
  })

export type EnquiryField = keyof z.output<typeof enquirySchema>

/** In the order of the form. */
export const enquiryFields = [
  'name',
  'interest',
  'phone',
  'company',
  'mail',
  'department',
  'position',
  'message',
  'consent',
] as const satisfies EnquiryField[]

export type EnquiryValues = Record<EnquiryField, string>
export type EnquiryProblems = Partial<Record<EnquiryField, Problem>>

export type CheckedEnquiry = {values: EnquiryValues & {phoneNumber: string}} | {problems: EnquiryProblems}

/** Checks what a form holds: the values cleaned, or one problem for each field that has any. */
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
