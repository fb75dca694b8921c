import {LakeError} from '../../errors.ts'

const answer = (status: number, type: string, description: string): LakeError =>
  new LakeError(status, {error: {type, description}}, description)

export const queryTimedOut = (milliseconds: number): LakeError =>
  answer(504, 'queryTimeoutError', `The query took longer than ${milliseconds / 1000} seconds`)

/** Not the query's fault: it may be answered a little later. */
export const queryBusy = (): LakeError =>
  answer(503, 'queryBusyError', 'Too many long queries are under way; try again in a few seconds')

export const queryTooLarge = (): LakeError => answer(400, 'queryTooCostlyError', 'The query needs too much memory')

export const queryFailed = (reason: string): LakeError =>
  answer(503, 'queryFailedError', `The query could not be evaluated to its end: ${reason}`)
