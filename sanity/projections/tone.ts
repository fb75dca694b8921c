import {choice} from './fields.ts'

/** How a picture draws a part: live, waiting, ended, or unmarked. */
export const tone = choice(['active', 'waiting', 'ended']).nullish()
