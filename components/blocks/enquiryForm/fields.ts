import type {HTMLInputAutoCompleteAttribute, InputHTMLAttributes} from 'react'
import type {EnquiryField} from '@/enquiries/enquirySchema'

/** The ids of the form's parts: what fills it in on the server and in the browser finds them by these. */
export const enquiryIds = {
  form: 'enquiry',
  summary: 'enquiry-summary',
  received: 'received',
  field: (name: EnquiryField) => `enquiry-${name}`,
  hint: (name: EnquiryField) => `enquiry-${name}-hint`,
  problem: (name: EnquiryField) => `enquiry-${name}-problem`,
}

interface LineField {
  name: EnquiryField & ('name' | 'phone' | 'company' | 'mail' | 'department' | 'position')
  autoComplete?: HTMLInputAutoCompleteAttribute
  type?: 'tel' | 'email' | 'text'
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  mark?: 'required' | 'either'
  hint?: 'phoneHint' | 'mailHint'
}

/** The fields of one line, in the order of the form: the right keyboard and what the browser knows already. */
export const lineFields: LineField[] = [
  {name: 'name', autoComplete: 'name', mark: 'required'},
  {name: 'company', autoComplete: 'organization'},
  {name: 'phone', autoComplete: 'tel', type: 'tel', mark: 'either', hint: 'phoneHint'},
  {name: 'mail', autoComplete: 'email', type: 'email', mark: 'either', hint: 'mailHint'},
  {name: 'department'},
  {name: 'position', autoComplete: 'organization-title'},
]

/** What a field's input is described by; its problem is silent while there is none. */
export function describedBy(name: EnquiryField, hint?: string): string {
  return hint ? `${enquiryIds.hint(name)} ${enquiryIds.problem(name)}` : enquiryIds.problem(name)
}
