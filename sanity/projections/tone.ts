import {choice} from './shape.ts'

/** How a drawing marks a part; unmarked if absent. */
export const tone = choice(['active', 'waiting', 'ended']).nullish()
