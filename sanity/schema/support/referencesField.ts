import {defineArrayMember, defineField, type FieldDefinition} from 'sanity'
import {hint} from './bilingual.ts'

interface ReferencesFieldOptions {
  name: string
  title: string
  description: string
  /** The document type that the list points at. */
  to: string
  group?: string
}

/** A list of documents, each at most once, at least one. */
export function referencesField({to, ...field}: ReferencesFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    type: 'array',
    of: [defineArrayMember({type: 'reference', to: [{type: to}]})],
    validation: (rule) => [
      rule.required().min(1).error(hint('请至少选择一项。', 'Choose at least one.')),
      rule
        .unique()
        .error(hint('同一项只需选择一次，请删去重复的。', 'Each is needed once only: remove the duplicate.')),
    ],
  })
}
