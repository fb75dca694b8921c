import type {Generated} from 'kysely'
import type {EnquiryStatus} from '../enquiry.ts'

/** Times are milliseconds since 1970; a text that was not given is empty. */
export interface EnquiryTable {
  id: string
  createdAt: number
  changedAt: number
  status: EnquiryStatus
  /** What the staff writes about it. */
  note: Generated<string>
  name: string
  company: string
  department: string
  position: string
  phone: string
  /** The phone number as the world dials it. */
  phoneNumber: string
  mail: string
  message: string
  /** The product or module: its document's id, and its name as the visitor read it. */
  interest: string
  interestName: string
  /** The page that the visitor came from. */
  page: string
  locale: string
  /** The privacy notice that the visitor agreed to. */
  privacyVersion: string
}

/** What makes a submission the same as another. */
export interface SubmissionKeyTable {
  key: string
  enquiryId: string
}

export interface DeliveryTable {
  id: string
  enquiryId: string
  sink: string
  state: 'waiting' | 'delivered' | 'dead'
  attempts: Generated<number>
  createdAt: number
  /** Not before this time. */
  nextAt: number
  /** Who works on it, and until when nobody else does. */
  lease: string | null
  leasedUntil: Generated<number>
  /** Why it failed last, in words without personal data. */
  problem: string | null
}

/** The theoretical arrival time of a bucket's next request: see `takeToken`. */
export interface RateLimitTable {
  bucket: string
  arrival: number
}

export interface SecretTable {
  name: string
  value: string
  createdAt: number
}

export interface EnquiryTables {
  enquiries: EnquiryTable
  submissionKeys: SubmissionKeyTable
  deliveries: DeliveryTable
  rateLimits: RateLimitTable
  secrets: SecretTable
}
