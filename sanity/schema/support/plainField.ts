import {defineField} from 'sanity'
import {hint} from './bilingual.ts'
import {noPlaceholder} from './placeholder.ts'

interface PlainFieldOptions {
  name: string
  title: string
  description: string
  group?: string
}

/** A required line of text that is the same in both languages, such as a phone number. */
export function plainField(field: PlainFieldOptions) {
  return defineField({
    ...field,
    type: 'string',
    validation: (rule) => [
      rule.required().error(hint('请填写这一项。', 'Fill this in.')),
      rule.custom(noPlaceholder).warning(),
    ],
  })
}
