import type {Limit} from './takeToken.ts'

const hour = 60 * 60_000

/** How many enquiries are taken. Generous: a whole company may share one address. */
export const submissionLimits: {address: Limit; all: Limit} = {
  address: {count: 10, period: hour},
  all: {count: 300, period: hour},
}
