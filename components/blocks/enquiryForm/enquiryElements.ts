import type {EnquiryField} from '@/enquiries/fields'

/** The ids of the form's elements, by which the server and the browser find them. */
export const enquiryIds = {
  form: 'enquiry',
  summary: 'enquiry-summary',
  received: 'received',
  field: (name: EnquiryField) => `enquiry-${name}`,
  hint: (name: EnquiryField) => `enquiry-${name}-hint`,
  problem: (name: EnquiryField) => `enquiry-${name}-problem`,
}

type ValueField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The fields that visitors fill in. */
export const valueFieldsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<ValueField>('input:not([type="hidden"], [type="checkbox"]), select, textarea'),
]
