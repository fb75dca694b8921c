import {PackageIcon} from '@sanity/icons/Package'
import type {ListItemBuilder, StructureBuilder} from 'sanity/structure'
import {type ProductName, pageId, productOf, routes} from '../../lib/routes.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {fixedItem, moduleList, pageList} from './documentLists.ts'

/** All that belongs to a product: its page, its feature pages, its modules, and the product itself. */
export function productItem(S: StructureBuilder, name: ProductName): ListItemBuilder {
  const productRoute = `/${name}` as const
  const title = name.toUpperCase()
  const featureRoutes = routes.filter((route) => productOf(route) === name && route !== productRoute)
  const items = [
    fixedItem(S, {id: pageId(productRoute), type: 'page', title: label('产品页面', 'Product page')}),
    pageList(S, {id: `${name}-pages`, title: label('功能页面', 'Feature pages'), routes: featureRoutes}),
    moduleList(S, {id: `${name}-modules`, title: label('模块', 'Modules'), product: `product-${name}`}),
    fixedItem(S, {id: `product-${name}`, type: 'product', title: label('产品资料', 'Product facts')}),
  ]
  return S.listItem().id(name).title(title).icon(PackageIcon).child(S.list().id(name).title(title).items(items))
}
