import {createSchema, type Schema, type SchemaTypeDefinition} from 'sanity'
import {schemaTypes} from '../index.ts'

/**
 * Compiles the schema as the Studio does, with inherited fields and options.
 *
 * @throws an error with a line for each mistake, such as a type that is in no list: Sanity compiles an empty schema then.
 */
export function compileSchema(types: readonly SchemaTypeDefinition[] = schemaTypes): Schema {
  const schema = createSchema({name: 'default', types: [...types]})
  const mistakes = (schema._validation ?? []).flatMap(({path, problems}) =>
    problems
      .filter(({severity}) => severity === 'error')
      .map(({message}) => {
        const place = path.flatMap((part) => ('name' in part && part.name ? [part.name] : [])).join('.')
        // What follows are the names of all types.
        return `${place}: ${message.replace(/ Valid types are: .*/s, '')}`
      }),
  )
  if (mistakes.length === 0) return schema
  const remedy =
    'List every type once: documents and objects in the index.ts of their folder below sanity/schema, objects of one block in the `objects` of its schema.ts, blocks in sanity/blocks/index.ts.'
  throw new Error([...mistakes, remedy].join('\n'))
}
