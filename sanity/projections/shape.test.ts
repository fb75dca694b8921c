import {describe, expectTypeOf, it} from 'vitest'
import {z} from 'zod'
import {type Accepting, listOf, optionalText, text} from './shape.ts'

type Published = {title: string; steps: {_key: string; title: string | null; titel: null}[]; renamed: null}

const accepts = <Fields extends z.ZodRawShape>(fields: Fields & Accepting<Fields, Published>) => fields

describe('a shape tied to generated types', () => {
  it('accepts fields that the projection delivers', () => {
    expectTypeOf(accepts({title: text, steps: listOf({title: text})})).toBeObject()
  })

  it('refuses a field that the projection does not deliver', () => {
    // @ts-expect-error -- the projection has no such field
    accepts({caption: text})
  })

  it('refuses a field that the schema no longer knows, which TypeGen types as null', () => {
    // @ts-expect-error -- null is not a text
    accepts({renamed: text})
  })

  it('refuses an optional text, too, that the schema does not know, as a typing error in a name makes it', () => {
    // @ts-expect-error -- the schema has no such field
    accepts({renamed: optionalText})
    // @ts-expect-error -- nor has the schema of an item
    accepts({steps: listOf({titel: optionalText})})
  })

  it('says what to do, in the compiler’s message', () => {
    type Refused = Accepting<{caption: typeof text; renamed: typeof text; title: z.ZodLiteral<'one'>}, Published>
    expectTypeOf<
      keyof Refused['caption']
    >().toEqualTypeOf<'The projection does not select this field. Add it there, and run "npm run typegen".'>()
    expectTypeOf<keyof Refused['renamed']>().toExtend<`The schema has no field of this name: ${string}`>()
    expectTypeOf<
      keyof Refused['title']
    >().toExtend<`This shape refuses what the schema and the projection give. ${string}`>()
  })

  it('refuses a field of a list item that does not exist', () => {
    // @ts-expect-error -- an item has a title, no name
    accepts({steps: listOf({name: text})})
  })

  it('refuses a shape that is narrower than the schema', () => {
    // @ts-expect-error -- an editor may write any title
    accepts({title: z.enum(['one', 'two'])})
  })
})
