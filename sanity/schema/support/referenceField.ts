import {defineField, type FieldDefinition} from 'sanity'
import {hint} from './bilingual.ts'

interface ReferenceFieldOptions {
  name: string
  title: string
  description: string
  /** The document type that the field points at. */
  to: string
  required?: boolean
  group?: string
}

/** One other document, chosen by search. */
export function referenceField({to, required, ...field}: ReferenceFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    type: 'reference',
    to: [{type: to}],
    validation: (rule) => (required ? rule.required().error(hint('请选择一项。', 'Choose one.')) : rule),
  })
}
