/** Types of an enquiry, and of the API between the Studio and the site's server. */
import type {Locale} from '../lib/locales.ts'
import type {StoredField} from './fields.ts'

export const enquiryStatuses = ['new', 'inProgress', 'done', 'spam'] as const

export type EnquiryStatus = (typeof enquiryStatuses)[number]

/** In UTF-16 code units. */
export const longestNote = 10_000
export const longestSearch = 200

export interface Delivery {
  sink: string
  state: 'waiting' | 'delivered' | 'dead'
  attempts: number
  /** Why the last attempt failed, or did not reach all recipients. */
  problem: string | null
  /** Whether it reached some recipients while others were refused. */
  isPartial: boolean
}

/** The stored texts of the form; one that was not given is empty. */
export interface EnquiryTexts extends Record<StoredField, string> {
  /** The phone number in its international form. */
  phoneNumber: string
  /** `interest` is the id of a product's or module's document; this is its name as the visitor read it. */
  interestName: string
  /** The page that the visitor came from. */
  page: string
  /** The version of the privacy notice that the visitor agreed to. */
  privacyVersion: string
}

/** A form that has been checked and cleaned. */
export interface NewEnquiry extends EnquiryTexts {
  locale: Locale
}

/** A stored enquiry; times are in milliseconds since 1970. */
export interface Enquiry extends EnquiryTexts {
  id: string
  createdAt: number
  changedAt: number
  status: EnquiryStatus
  /** Written by the staff. */
  note: string
  locale: string
  deliveries: Delivery[]
}

/** A value for people to read. */
export function displayValue(enquiry: Enquiry, name: StoredField): string {
  return name === 'interest' ? enquiry.interestName || enquiry.interest : enquiry[name]
}

/** Which enquiries to list, newest first. */
export interface EnquiryFilter {
  status?: EnquiryStatus | undefined
  /** Words that all have to occur. */
  text?: string | undefined
  /** The last enquiry of the previous page. */
  before?: {createdAt: number; id: string} | undefined
}

export interface EnquiryPage {
  enquiries: Enquiry[]
  /** Number of enquiries by status, regardless of the filter. */
  counts: Record<EnquiryStatus, number>
  /** True if another page follows. */
  more: boolean
}

export interface EnquiryChange {
  status?: EnquiryStatus | undefined
  /** A new note. It replaces `before` and no other, so that nobody overwrites what a colleague has written meanwhile. */
  note?: {before: string; text: string} | undefined
  /** Retries deliveries that were given up. */
  redeliver?: boolean | undefined
}
