import {blocks} from './blockTypes.ts'
import {documents} from './documents/index.ts'
import {objects} from './objects/index.ts'

/** All schema types. */
export const schemaTypes = [...documents, ...blocks.flatMap((block) => [block.type, ...block.objects]), ...objects]
