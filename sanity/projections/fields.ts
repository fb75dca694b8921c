import {stegaClean} from '@sanity/client/stega'
import {z} from 'zod'
import {routes} from '../../lib/routes.ts'

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
