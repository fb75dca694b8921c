import {createSchema, type Schema} from 'sanity'
import {schemaTypes} from '../index.ts'

/** The schema as the Studio compiles it, with inherited fields and options. */
export function compileSchema(): Schema {
  return createSchema({name: 'default', types: schemaTypes})
}
