import {defineField} from 'sanity'
import {hint, label} from './bilingual.ts'

/** Where a document stands in the lists of its kind. */
export const orderField = defineField({
  name: 'order',
  title: label('顺序', 'Order'),
  type: 'number',
  description: hint('数字小的排在前面。', 'Lower numbers come first.'),
  validation: (rule) =>
    rule.required().integer().min(0).error(hint('请填写一个不小于 0 的整数。', 'Enter a whole number, 0 or more.')),
})

/** The ordering that goes with it, for document lists. */
export const byOrder = {
  title: label('按顺序', 'By order'),
  name: 'byOrder',
  by: [{field: 'order', direction: 'asc' as const}],
}
