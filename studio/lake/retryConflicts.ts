import {isConflict} from './reasonOf.ts'

const attempts = 40
/** Of no fixed length: somebody who types without a pause writes at even intervals. */
const longestPauseMs = 250

/** Does again, with what it reads then, what was not committed because somebody else wrote at the same moment. */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestPauseMs))
    }
  }
}
