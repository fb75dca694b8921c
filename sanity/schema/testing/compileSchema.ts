import {createSchema, type Schema} from 'sanity'
import {schemaTypes} from '../index.ts'

/** Compiles the schema as the Studio does, with inherited fields and options. */
export function compileSchema(): Schema {
  return createSchema({name: 'default', types: schemaTypes})
}
