import {defineField, type FieldDefinition} from 'sanity'
import {routes} from '../../../lib/routes.ts'
import {hint} from './bilingual.ts'

interface RouteFieldOptions {
  name?: string
  title: string
  description: string
  required?: boolean
  readOnly?: boolean
  group?: string
}

/** The list that tells such a field from any other, in the schema as well. */
export const routeList = [...routes]

const missing = hint('请从列表中选择一个页面。', 'Choose a page from the list.')

/** A page of the site, chosen from the fixed list and never typed: so no link can lead nowhere. */
export function routeField({name = 'route', required, ...field}: RouteFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    name,
    type: 'string',
    options: {list: routeList, layout: 'dropdown'},
    validation: (rule) => (required ? rule.required().error(missing) : rule),
  })
}
