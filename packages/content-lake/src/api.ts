/** The package's public face: what is not exported here may change with any version. */

import {startLake, toRunningLake} from './startLake.ts'
import type {LakeOptions, RunningLake} from './types.ts'

export {hashPassword} from './access/password.ts'
export {LakeError, LakeOpenError} from './errors.ts'
export {inspectLake} from './inspectLake.ts'
export type * from './types.ts'

/**
 * Opens the folder, listens, and returns the running lake.
 *
 * @example
 * const lake = await createLake({dir: '.data/lake', port: 0})
 * const client = createClient({apiHost: lake.url, useProjectHostname: false, token: lake.tokens.write, …})
 *
 * @throws LakeOpenError with one sentence for the user when the folder or the port cannot be used.
 */
export async function createLake(options: LakeOptions): Promise<RunningLake> {
  return toRunningLake(await startLake(options))
}
