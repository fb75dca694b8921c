import {CaseIcon} from '@sanity/icons/Case'
import {EarthGlobeIcon} from '@sanity/icons/EarthGlobe'
import {EditIcon} from '@sanity/icons/Edit'
import {HomeIcon} from '@sanity/icons/Home'
import {ImagesIcon} from '@sanity/icons/Images'
import {LinkIcon} from '@sanity/icons/Link'
import {PackageIcon} from '@sanity/icons/Package'
import {WrenchIcon} from '@sanity/icons/Wrench'
import type {DefaultDocumentNodeResolver, ListItemBuilder, StructureBuilder, StructureResolver} from 'sanity/structure'
import {type ProductName, pageId, products} from '../../lib/routes.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {PicturesPane} from '../pictures/PicturesPane.tsx'
import {fixedItem, fixedList, moduleList, pageList} from './documentLists.ts'
import {listOf} from './listOf.tsx'
import {capabilityRoutes, companyRoutes, featureRoutes} from './siteMap/pageGroups.ts'
import {SiteMapPane} from './siteMap/SiteMap.tsx'
import {UsedOn} from './UsedOn.tsx'

/** A product's page, feature pages, modules, and the product document. */
function productItem(S: StructureBuilder, name: ProductName): ListItemBuilder {
  const productRoute = `/${name}` as const
  const title = name.toUpperCase()
  const items = [
    fixedItem(S, {id: pageId(productRoute), type: 'page', title: label('产品页面', 'Product page')}),
    pageList(S, {id: `${name}-pages`, title: label('功能页面', 'Feature pages'), routes: featureRoutes(name)}),
    moduleList(S, {id: `${name}-modules`, title: label('模块', 'Modules'), product: `product-${name}`}),
    fixedItem(S, {id: `product-${name}`, type: 'product', title: label('产品资料', 'Product facts')}),
  ]
  return S.listItem()
    .id(name)
    .title(title)
    .icon(PackageIcon)
    .child(listOf(S, {id: name, title, items}))
}

const siteMapTitle = label('网站地图', 'Site map')
const mediaTitle = label('图片', 'Media')

/** The content tree, by product and area instead of document type. */
export const structure: StructureResolver = (S) => {
  const capabilityTitle = label('技术能力', 'Capabilities')
  const capabilityItems = [
    pageList(S, {id: 'capability-pages', title: label('页面', 'Pages'), routes: capabilityRoutes}),
    fixedList(S, {id: 'capability-facts', title: label('名称与简介', 'Names and summaries'), type: 'capability'}),
  ]
  return listOf(S, {
    id: 'content',
    title: label('内容', 'Content'),
    items: [
      S.listItem()
        .id('siteMap')
        .title(siteMapTitle)
        .icon(EarthGlobeIcon)
        .child(
          S.component(SiteMapPane)
            .id('siteMap')
            .title(siteMapTitle)
            .child((id) => S.defaultDocument({schemaType: 'page', documentId: id})),
        ),
      S.divider(),
      fixedItem(S, {id: 'page-home', type: 'page', title: label('首页', 'Home page')}).icon(HomeIcon),
      pageList(S, {id: 'company', title: label('公司页面', 'Company pages'), routes: companyRoutes}).icon(CaseIcon),
      S.divider(),
      ...products.map((name) => productItem(S, name)),
      S.divider(),
      S.listItem()
        .id('capabilities')
        .title(capabilityTitle)
        .icon(WrenchIcon)
        .child(listOf(S, {id: 'capabilities', title: capabilityTitle, items: capabilityItems})),
      S.documentTypeListItem('claim').title(label('数据', 'Claims')),
      S.documentTypeListItem('role').title(label('角色', 'Roles')),
      S.documentTypeListItem('scenario').title(label('演示场景', 'Demo scenarios')),
      S.listItem()
        .id('media')
        .title(mediaTitle)
        .icon(ImagesIcon)
        .child(S.component(PicturesPane).id('media').title(mediaTitle)),
      S.divider(),
      fixedItem(S, {id: 'navigation', type: 'navigation', title: label('导航', 'Navigation')}),
      fixedItem(S, {id: 'siteSettings', type: 'siteSettings', title: label('网站设置', 'Site settings')}),
    ],
  })
}

/** Types that several pages may show. A claim's form lists its pages itself. */
const shared = new Set(['role', 'productModule', 'product', 'capability'])

/** Views of a document: its form and, for shared types, the pages that show it. */
export const defaultDocumentNode: DefaultDocumentNodeResolver = (S, {schemaType}) => {
  const form = S.view.form().title(label('编辑', 'Edit')).icon(EditIcon)
  if (!shared.has(schemaType)) return S.document().views([form])
  const usedOn = S.view.component(UsedOn).id('usedOn').title(label('用在哪里', 'Used on')).icon(LinkIcon)
  return S.document().views([form, usedOn])
}
