import type {Limit} from './takeToken.ts'

const hour = 60 * 60_000

/**
 * How many enquiries are taken. Generous: a whole company may share one address. Beyond what all may send together nothing
 * is refused for a day, but delivered at that pace: a flood from many addresses delays an honest enquiry and loses none.
 */
export const submissionLimits: {address: Limit; all: Limit} = {
  address: {count: 10, period: hour},
  all: {count: 300, period: hour, queue: 24 * hour},
}
