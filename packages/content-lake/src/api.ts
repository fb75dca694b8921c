/** The package's public face: what is not exported here may change with any version. */
export {hashPassword} from './access/password.ts'
export {createLake} from './createLake.ts'
export {LakeError, LakeOpenError} from './errors.ts'
export type * from './types.ts'
