import type {Template, TemplateItem} from 'sanity'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {isFixedType} from '../../sanity/schema/support/pageFields.ts'

/** The template of a module that already belongs to a product; the lists of modules use it. */
export const moduleOfProduct = {
  id: 'moduleOfProduct',
  title: label('模块', 'Module'),
  schemaType: 'productModule',
  parameters: [{name: 'product', type: 'string'}],
  value: ({product}: {product: string}) => ({product: {_type: 'reference', _ref: product}}),
} satisfies Template

/** The templates that documents may start from: none for the types whose documents are fixed. */
export function limitTemplates(templates: Template[]): Template[] {
  return [...templates.filter(({schemaType}) => !isFixedType(schemaType)), moduleOfProduct]
}

/** What menus and reference pickers offer to create. A template's id begins as its type's name; ours are of free types. */
export function limitNewDocuments(options: TemplateItem[]): TemplateItem[] {
  return options.filter(({templateId}) => !isFixedType(templateId))
}
