import {blocks} from './blocks.ts'
import {documents} from './documents/index.ts'
import {objects} from './objects/index.ts'

/** The whole content schema. */
export const schemaTypes = [...documents, ...blocks.map(({type}) => type), ...objects]
