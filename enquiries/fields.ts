/**
 * The contact form: its fields, and what the form and the server send each other. Pages, the Studio and the server share
 * this file, so it holds data only; what needs a library to check a value is in `checkEnquiry.ts`.
 *
 * To add an optional field of one line: an entry in `definitions` and in `byField`, a column in
 * `database/migrations.ts`, and its label in `i18n/messages`. More: `docs/enquiries.md`, "Changing the form".
 */
import type words from '../i18n/messages/zh.json'

interface Title {
  zh: string
  en: string
}

interface BaseDefinition {
  /** In UTF-16 code units. */
  maxLength: number
  /** Makes the field required: the problem that an empty field has. Its sentence names the field. */
  required?: Extract<Problem, `${string}Missing`>
  /** A phone number or a mail address is required. */
  either?: true
  /** Message key of the sentence below the field. */
  hint?: Extract<keyof typeof words.enquiry, `${string}Hint`>
}

/** A value of one line; `product` is picked from the products and modules. */
interface LineDefinition extends BaseDefinition {
  kind: 'line' | 'phone' | 'mail' | 'product'
  /** Shown beside the value in notices and in the Studio. */
  title: Title
  /** The Studio's own title, where it differs. */
  studioTitle?: Title
  type?: 'tel' | 'email'
  autoComplete?: 'name' | 'organization' | 'organization-title' | 'tel' | 'email'
}

interface TextDefinition extends BaseDefinition {
  kind: 'text'
}

type Definition = LineDefinition | TextDefinition

const definitions = {
  name: {kind: 'line', maxLength: 100, required: 'nameMissing', autoComplete: 'name', title: {zh: '姓名', en: 'Name'}},
  interest: {kind: 'product', maxLength: 200, title: {zh: '感兴趣的产品', en: 'Interest'}},
  phone: {
    kind: 'phone',
    maxLength: 50,
    either: true,
    hint: 'phoneHint',
    type: 'tel',
    autoComplete: 'tel',
    title: {zh: '电话', en: 'Phone'},
  },
  company: {kind: 'line', maxLength: 200, autoComplete: 'organization', title: {zh: '公司', en: 'Company'}},
  mail: {
    kind: 'mail',
    maxLength: 254,
    either: true,
    hint: 'mailHint',
    type: 'email',
    autoComplete: 'email',
    title: {zh: '邮箱', en: 'Email'},
    studioTitle: {zh: '邮箱', en: 'Mail'},
  },
  department: {kind: 'line', maxLength: 100, title: {zh: '部门', en: 'Department'}},
  position: {kind: 'line', maxLength: 100, autoComplete: 'organization-title', title: {zh: '职位', en: 'Position'}},
  message: {kind: 'text', maxLength: 10_000, hint: 'messageHint'},
} as const satisfies Record<string, Definition>

/** Orders that differ from the one above: these fields first, then the others. */
const firstFields = {
  form: ['name', 'company', 'phone', 'mail', 'department', 'position'],
  table: ['name', 'company', 'department', 'position', 'phone', 'mail'],
  studio: ['phone', 'mail', 'company', 'department', 'position'],
} as const satisfies Record<string, StoredField[]>

/** A field that is stored; consent only lets a form pass. */
export type StoredField = keyof typeof definitions

interface Named {
  /** Name of the form's input, of the database's column, and of the label in the messages (`enquiry.<name>`). */
  name: StoredField
}

export type LineField = Named & LineDefinition
type Field = Named & Definition
export type EnquiryField = StoredField | 'consent'
export type EnquiryValues = Record<EnquiryField, string>

/** In the order in which problems are listed. */
export const fields: readonly Field[] = Object.values(byField((field) => field))

/** In the order in which problems are listed. */
export const enquiryFields: readonly EnquiryField[] = [...fields.map(({name}) => name), 'consent']

/** The fields in the order of the form, of the exported table, or of the Studio. */
export function fieldsFor(place: keyof typeof firstFields): Field[] {
  const first = firstFields[place].flatMap((name) => fields.find((field) => field.name === name) ?? [])
  return [...new Set([...first, ...fields])]
}

/** Makes a value for each stored field. Lists the names, since TypeScript cannot prove a loop over keys complete. */
export function byField<Value>(make: (field: Field) => Value): Record<StoredField, Value> {
  const makeFor = (name: StoredField) => make({name, ...definitions[name]})
  return {
    name: makeFor('name'),
    interest: makeFor('interest'),
    phone: makeFor('phone'),
    company: makeFor('company'),
    mail: makeFor('mail'),
    department: makeFor('department'),
    position: makeFor('position'),
    message: makeFor('message'),
  }
}

/** The value of an option for a product or module: its id, and its name as the visitor reads it, cut where the field ends. */
export function interestValue(id: string, name: string): string {
  const line = `${id} ${name}`.replaceAll(/\p{Cc}+/gu, ' ').slice(0, definitions.interest.maxLength)
  // The cut may part a surrogate pair, which the rules refuse.
  return line.replaceAll(/\p{Surrogate}/gu, '').trim()
}

/** The inputs that a visitor does not see. */
export const hiddenFields = {
  locale: 'locale',
  privacyVersion: 'privacyVersion',
  page: 'page',
  key: 'key',
  elapsed: 'elapsed',
  /** Honeypot: only bots fill it in. Its name means nothing to a browser's autofill. */
  trap: 'topic2',
} as const

/** Reads the form's values as they were sent; a missing field is empty. */
export function readForm(form: FormData): {values: EnquiryValues; hidden: Record<keyof typeof hiddenFields, string>} {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    values: {...byField(({name}) => text(name)), consent: text('consent')},
    hidden: {
      locale: text(hiddenFields.locale),
      privacyVersion: text(hiddenFields.privacyVersion),
      page: text(hiddenFields.page),
      key: text(hiddenFields.key),
      elapsed: text(hiddenFields.elapsed),
      trap: text(hiddenFields.trap),
    },
  }
}

/** Problems of one field. Their sentences are in the messages, under `enquiry.problems`. */
export const problems = ['nameMissing', 'tooLong', 'controls', 'phone', 'mail', 'contact', 'consent'] as const

export type Problem = (typeof problems)[number]

/** Problems that any field may have, so that their sentences do not name it. */
const ofAnyField: ReadonlySet<Problem> = new Set(['tooLong', 'controls'])

/** Returns a problem's sentence for a list of them: with its field's label where the sentence alone does not name it. */
export function listedProblem(problem: Problem, sentence: string, fieldLabel: string): string {
  if (!ofAnyField.has(problem)) return sentence
  return `${fieldLabel}${/\p{Script=Han}/u.test(fieldLabel) ? '：' : ': '}${sentence}`
}

export type EnquiryProblems = Partial<Record<EnquiryField, Problem>>

/** Problems of the form as a whole. */
export type Failure = 'limited' | 'failed' | 'tooLarge' | 'unsupported' | 'unreadable' | 'foreign'

/** The server's answer to a form sent by the script. */
export type EnquiryAnswer =
  | {outcome: 'received'}
  | {outcome: 'incomplete'; problems: EnquiryProblems}
  | {outcome: Failure}
