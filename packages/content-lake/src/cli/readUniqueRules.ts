import {readFileSync} from 'node:fs'
import {UsageError} from '../errors.ts'
import {FileMistake, listAt, objectAt, optionalTextAt, textAt} from '../roles/readValues.ts'
import type {UniqueRule} from '../types.ts'

/** Reads which fields are unique from a JSON file. Throws UsageError with the file, the place in it and what is wrong. */
export function readUniqueRules(file: string): UniqueRule[] {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return listAt('the file', content).map((rule, index) => ruleAt(`[${index}]`, rule))
  } catch (error) {
    const place = error instanceof FileMistake ? `${error.place}: ` : ''
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The unique fields in ${file} cannot be used: ${place}${reason}`)
  }
}

function ruleAt(place: string, value: unknown): UniqueRule {
  const rule = objectAt(place, value, ['type', 'fields', 'keep', 'message'])
  const fields = listAt(`${place}.fields`, rule.fields).map((field, index) =>
    textAt(`${place}.fields[${index}]`, field),
  )
  if (fields.length === 0) throw new FileMistake(`${place}.fields`, 'there is no field in the list')
  const {keep = false} = rule
  if (typeof keep !== 'boolean') throw new FileMistake(`${place}.keep`, 'true or false is expected')
  const message = optionalTextAt(`${place}.message`, rule.message)
  return {type: textAt(`${place}.type`, rule.type), fields, keep, ...(message !== undefined && {message})}
}
