import {defineField, type FieldDefinition} from 'sanity'
import {hint} from './bilingual.ts'

interface NumberFieldOptions {
  name: string
  title: string
  description: string
  min: number
  max: number
  required?: boolean
  /** Whole numbers only, as for positions. */
  whole?: boolean
}

/** A number between two limits. */
export function numberField({min, max, required, whole, ...field}: NumberFieldOptions): FieldDefinition {
  const message = hint(`请填写 ${min} 到 ${max} 的数。`, `Enter a number from ${min} to ${max}.`)
  return defineField({
    ...field,
    type: 'number',
    validation: (rule) => {
      const within = (whole ? rule.integer() : rule).min(min).max(max)
      return (required ? within.required() : within).error(message)
    },
  })
}
