import type {ListItemBuilder, StructureBuilder} from 'sanity/structure'
import {pageId, type Route} from '../../lib/routes.ts'
import {apiVersion} from '../../sanity/env.ts'
import {moduleOfProduct} from '../actions/limitNewDocuments.ts'

interface ListOptions {
  id: string
  title: string
}

/** List of the pages of some routes, by route; editors cannot add to it. */
export function pageList(S: StructureBuilder, {id, title, routes}: ListOptions & {routes: Route[]}): ListItemBuilder {
  const ids = routes.map(pageId)
  const list = S.documentList()
    .id(id)
    .title(title)
    .apiVersion(apiVersion)
    .schemaType('page')
    .filter('_type == "page" && route in $routes')
    .params({routes})
    .defaultOrdering([{field: 'route', direction: 'asc'}])
    .initialValueTemplates([])
    .canHandleIntent((intent, params) => intent === 'edit' && ids.includes(params.id))
  return S.listItem().id(id).title(title).schemaType('page').child(list)
}

/** List of a product's modules, by position; new ones get this product. */
export function moduleList(
  S: StructureBuilder,
  {id, title, product}: ListOptions & {product: string},
): ListItemBuilder {
  const list = S.documentList()
    .id(id)
    .title(title)
    .apiVersion(apiVersion)
    .schemaType('productModule')
    .filter('_type == "productModule" && product._ref == $product')
    .params({product})
    .defaultOrdering([{field: 'order', direction: 'asc'}])
    .initialValueTemplates([S.initialValueTemplateItem(moduleOfProduct.id, {product})])
  return S.listItem().id(id).title(title).schemaType('productModule').child(list)
}

/** List of a type's fixed documents, by position; editors cannot add to it. */
export function fixedList(S: StructureBuilder, {id, title, type}: ListOptions & {type: string}): ListItemBuilder {
  const list = S.documentTypeList(type)
    .id(id)
    .title(title)
    .defaultOrdering([{field: 'order', direction: 'asc'}])
    .initialValueTemplates([])
  return S.listItem().id(id).title(title).schemaType(type).child(list)
}

/** One fixed document with its own title. */
export function fixedItem(S: StructureBuilder, {id, title, type}: ListOptions & {type: string}): ListItemBuilder {
  return S.listItem()
    .id(id)
    .title(title)
    .schemaType(type)
    .child(S.defaultDocument({schemaType: type, documentId: id}).title(title))
}
