import {defineArrayMember, defineField, type FieldDefinition} from 'sanity'
import {hint} from './bilingual.ts'

/** The blocks that draw a picture by themselves, from data alone. */
const drawings = ['screen', 'flow', 'states', 'comparison', 'timeline'] as const

interface DrawingFieldOptions {
  title: string
  description: string
  required?: boolean
}

/** One picture, of any of the kinds that are drawn from data. Its form is that of the block of the same name. */
export function drawingField({required, ...field}: DrawingFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    name: 'picture',
    type: 'array',
    of: drawings.map((type) => defineArrayMember({type})),
    validation: (rule) => [
      rule.max(1).error(hint('这里只放一张图，请删去多余的。', 'One picture only: remove the others.')),
      ...(required ? [rule.required().min(1).error(hint('请添加一张图。', 'Add a picture.'))] : []),
    ],
  })
}
