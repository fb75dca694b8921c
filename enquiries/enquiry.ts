/** What the Studio and the site's server say to each other about enquiries. */
import type {Locale} from '../lib/locales.ts'

export const enquiryStatuses = ['new', 'inProgress', 'done', 'spam'] as const

export type EnquiryStatus = (typeof enquiryStatuses)[number]

export interface Delivery {
  sink: string
  state: 'waiting' | 'delivered' | 'dead'
  attempts: number
  problem: string | null
}

/** An enquiry as those who may read it get it. */
export interface Enquiry {
  id: string
  createdAt: number
  changedAt: number
  status: EnquiryStatus
  note: string
  name: string
  company: string
  department: string
  position: string
  phone: string
  phoneNumber: string
  mail: string
  message: string
  interest: string
  interestName: string
  page: string
  locale: string
  privacyVersion: string
  deliveries: Delivery[]
}

/** What to list: the newest first, in pages. */
export interface EnquiryFilter {
  status?: EnquiryStatus | undefined
  /** Words that the enquiry holds. */
  text?: string | undefined
  /** Only what came before this one, as the page before ended with it. */
  before?: {createdAt: number; id: string} | undefined
}

export interface EnquiryPage {
  enquiries: Enquiry[]
  /** How many there are of each status, whatever the filter. */
  counts: Record<EnquiryStatus, number>
  /** Whether there are more. */
  more: boolean
}

export interface EnquiryChange {
  status?: EnquiryStatus | undefined
  note?: string | undefined
  /** Tries again what was given up. */
  redeliver?: boolean | undefined
}

/** What a form brought, checked and cleaned. */
export interface NewEnquiry {
  name: string
  company: string
  department: string
  position: string
  phone: string
  phoneNumber: string
  mail: string
  message: string
  interest: string
  interestName: string
  page: string
  locale: Locale
  privacyVersion: string
}
