import {LakeError} from '../http/errors.ts'
import type {MutationTarget} from '../types.ts'

/**
 * The query of a delete or a patch would hold up everybody else. Whoever can wait has it evaluated in the query process,
 * if it is about the documents as they are stored; others are told to.
 */
export class SlowSelection extends LakeError {
  readonly target: MutationTarget
  /** Nothing that the transaction did before matters to it. */
  readonly isOfStored: boolean

  constructor(target: MutationTarget, {isOfStored}: {isOfStored: boolean}) {
    const description =
      'The queries of this transaction take too long to be evaluated within it: select the documents first, and change them by their ids'
    super(400, {error: {type: 'queryTooCostlyError', description}}, description)
    this.target = target
    this.isOfStored = isOfStored
  }
}
