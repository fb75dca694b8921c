import type {Enquiry, NewEnquiry} from '../enquiry.ts'
import {byField, type EnquiryValues} from '../fields.ts'
import type {Submission} from '../submitEnquiry.ts'

/** The time at which the tests' clocks begin. */
export const noon = Date.UTC(2026, 10, 21, 12)

/** A form that passes. A field without a value of its own gets one made from its name. */
export const goodValues: EnquiryValues = {
  ...byField(({name}) => `sample ${name}`),
  name: '王小明',
  interest: 'product-lims',
  phone: '138 1234 5678',
  company: '某汽车试验中心',
  mail: 'wang@example.com',
  department: '试验部',
  position: '主管',
  message: '想了解试验委托。',
  consent: 'yes',
}

export function newEnquiry(enquiry: Partial<NewEnquiry> = {}): NewEnquiry {
  const {consent: _, ...texts} = goodValues
  return {
    ...texts,
    phoneNumber: '+8613812345678',
    interestName: 'LIMS',
    page: '/limsPages/entrust',
    locale: 'zh',
    privacyVersion: '2026-11',
    ...enquiry,
  }
}

/** An enquiry as the store returns it. */
export function storedEnquiry(enquiry: Partial<Enquiry> = {}): Enquiry {
  return {
    ...newEnquiry(),
    id: 'e-1',
    createdAt: noon,
    changedAt: noon,
    status: 'new',
    note: '',
    deliveries: [],
    ...enquiry,
  }
}

export function submissionOf(submission: Partial<Submission> = {}): Submission {
  return {
    enquiry: newEnquiry(),
    formKey: '',
    address: '192.0.2.1',
    sinks: ['mail', 'webhook'],
    now: noon,
    ...submission,
  }
}
