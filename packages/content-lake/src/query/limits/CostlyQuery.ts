import {LakeError} from '../../errors.ts'

/** A query that can only be evaluated where it can be ended, which is not everywhere. */
export class CostlyQuery extends LakeError {
  constructor() {
    const description = 'This query could take too long to be evaluated here'
    super(400, {error: {type: 'queryTooCostlyError', description}}, description)
  }
}
