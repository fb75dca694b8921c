/** Shapes: of single fields, and of a block, tied to the generated types. */
import {stegaClean} from '@sanity/client/stega'
import {z} from 'zod'
import {routes} from '../../lib/routes.ts'
import type {BlockName} from '../blocks/index.ts'
import type {Localized} from '../presentContent.ts'
import type {PageQueryResult} from '../types.generated.ts'

/** A required text. */
export const text = z.string().min(1)

/** An optional text. */
export const optionalText = z.string().nullish()

/** One of fixed values. Removes the stega characters that strings carry in draft mode. */
export function choice<const Words extends readonly string[]>(words: Words) {
  return z.string().transform(stegaClean).pipe(z.enum(words))
}

/** One of the site's routes. */
export const route = choice(routes)

/** The fields of `documentFields`. */
export const documentShape = {_id: z.string(), _type: z.string(), _rev: z.string(), _updatedAt: z.string()}

/** A list of objects, at least one. */
export function listOf<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.array(z.object({_key: z.string(), ...fields})).min(1)
}

/** A list of objects that may be absent, or empty: the Studio leaves an empty list where the last entry is removed. */
export function optionalListOf<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.array(z.object({_key: z.string(), ...fields})).nullish()
}

type PageBlock = NonNullable<NonNullable<Localized<PageQueryResult>>['blocks']>[number]
export type BlockOf<Name extends BlockName> = Extract<PageBlock, {_type: Name}>

/** TypeGen types a selected field that the schema lacks as null. An object, so that not even an optional text accepts it. */
type Present<T> = [T] extends [null | undefined] ? UnknownField : NonNullable<T>
type UnknownField = {
  readonly 'The schema has no field of this name: correct it here and in the projection, or add it to the schema; then run "npm run typegen".': true
}

/** A generated type without null and undefined: everything filled in. */
type Filled<T> = T extends readonly (infer Item)[]
  ? Filled<Present<Item>>[]
  : T extends UnknownField
    ? T
    : T extends object
      ? {[Key in keyof T]-?: Filled<Present<T[Key]>>}
      : T

/**
 * Ties a shape's fields to the generated type: everything that an editor can publish must fit. A field that is renamed in
 * the schema or dropped from the projection, or a new choice in a list, fails the type check at that field, with a
 * sentence in the place of a property.
 */
export type Accepting<Fields extends z.ZodRawShape, Data> = {
  [Key in keyof Fields]: Key extends keyof Data
    ? Filled<Present<Data[Key]>> extends z.output<Fields[Key]>
      ? Fields[Key]
      : Present<Data[Key]> extends UnknownField
        ? UnknownField
        : {
            readonly 'This shape refuses what the schema and the projection give. Widen it, or select what it needs, and run "npm run typegen". They give': Filled<
              Present<Data[Key]>
            >
          }
    : {readonly 'The projection does not select this field. Add it there, and run "npm run typegen".': Key}
}

/**
 * The shape of a block in one language: its own fields, plus what all blocks share.
 *
 * @example export const rulesShape = blockShape('rules', {items: listOf({title: text, text})})
 */
export function blockShape<Name extends BlockName, Fields extends z.ZodRawShape>(
  name: Name,
  fields: Fields & Accepting<Fields, BlockOf<Name>>,
) {
  const own: Fields = fields
  return z.object({_key: z.string(), _type: z.literal(name), heading: optionalText, intro: optionalText, ...own})
}
