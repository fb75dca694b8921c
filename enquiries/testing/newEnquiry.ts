import type {NewEnquiry} from '../enquiry.ts'
import type {Submission} from '../store/submitEnquiry.ts'

/** The time at which the tests' clocks begin. */
export const noon = Date.UTC(2026, 10, 21, 12)

export function newEnquiry(enquiry: Partial<NewEnquiry> = {}): NewEnquiry {
  return {
    name: '王小明',
    company: '某汽车试验中心',
    department: '试验部',
    position: '主管',
    phone: '138 1234 5678',
    phoneNumber: '+8613812345678',
    mail: 'wang@example.com',
    message: '想了解试验委托。',
    interest: 'product-lims',
    interestName: 'LIMS',
    page: '/limsPages/entrust',
    locale: 'zh',
    privacyVersion: '2026-11',
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
