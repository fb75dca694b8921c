import {defineArrayMember, defineField, type FieldDefinition} from 'sanity'
import {hint} from './bilingual.ts'

interface ItemsFieldOptions {
  name: string
  title: string
  description: string
  /** The name of the object type that the list holds. */
  of: string
  min?: number
  max?: number
}

/** A list of objects of one type that needs at least `min` (default one) of them. */
export function itemsField({of, min = 1, max, ...field}: ItemsFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    type: 'array',
    of: [defineArrayMember({type: of})],
    validation: (rule) => [
      rule
        .required()
        .min(min)
        .error(hint(`请至少添加 ${min} 项。`, `Add at least ${min}.`)),
      ...(max
        ? [rule.max(max).error(hint(`最多 ${max} 项，请合并或删减。`, `At most ${max}: merge or remove some.`))]
        : []),
    ],
  })
}
