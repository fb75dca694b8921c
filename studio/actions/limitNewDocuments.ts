import type {InitialValueResolverContext, Template, TemplateItem} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {isFixedType} from '../../sanity/fixedDocuments.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {initialRead} from '../../sanity/schema/support/initialRead.ts'
import {nextOrder} from '../../sanity/schema/support/scenarioRules.ts'

/** Template of a module of a given product, for the product's list of modules: it comes last there. */
export const moduleOfProduct = {
  id: 'moduleOfProduct',
  title: label('模块', 'Module'),
  schemaType: 'productModule',
  parameters: [{name: 'product', type: 'string'}],
  value: async ({product}: {product: string}, {getClient}: Pick<InitialValueResolverContext, 'getClient'>) => ({
    product: {_type: 'reference', _ref: product},
    order: await initialRead(nextOrder(getClient({apiVersion}), 'productModule', product), undefined),
  }),
} satisfies Template

/** Removes the templates of types whose documents are fixed. */
export function limitTemplates(templates: Template[]): Template[] {
  return [...templates.filter(({schemaType}) => !isFixedType(schemaType)), moduleOfProduct]
}

/** Removes fixed types from menus and reference pickers. A default template's id is its type's name. */
export function limitNewDocuments(options: TemplateItem[]): TemplateItem[] {
  return options.filter(({templateId}) => !isFixedType(templateId))
}
