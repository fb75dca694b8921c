import {randomBytes} from 'node:crypto'
import type {EnquiryDatabase} from '../database/openDatabase.ts'

/** A secret that all instances share, made when it is first asked for. */
export async function secretNamed({query}: EnquiryDatabase, name: string, now: number): Promise<string> {
  const find = () => query.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  const known = await find()
  if (known) return known.value
  await query
    .insertInto('secrets')
    .values({name, value: randomBytes(32).toString('base64url'), createdAt: now})
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error(`The secret ${name} could not be kept`)
  return made.value
}
