/** What can be wrong with a field. The words to each are in the messages, under `enquiry.problems`. */
export const problems = ['required', 'tooLong', 'controls', 'phone', 'mail', 'contact', 'consent'] as const

export type Problem = (typeof problems)[number]

/** What can go wrong with a form as a whole. */
export type Failure = 'limited' | 'failed' | 'tooLarge' | 'unsupported' | 'unreadable' | 'foreign'

/** The server's answer to a form that a script has sent. */
export type EnquiryAnswer =
  | {outcome: 'received'}
  | {outcome: 'incomplete'; problems: Partial<Record<string, Problem>>}
  | {outcome: Failure}
