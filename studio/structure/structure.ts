import {CaseIcon} from '@sanity/icons/Case'
import {EarthGlobeIcon} from '@sanity/icons/EarthGlobe'
import {HomeIcon} from '@sanity/icons/Home'
import {ImagesIcon} from '@sanity/icons/Images'
import {WrenchIcon} from '@sanity/icons/Wrench'
import type {StructureResolver} from 'sanity/structure'
import {areaOf, products, routes} from '../../lib/routes.ts'
import {isCapabilityRoute} from '../../sanity/schema/fixedDocuments.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {fixedItem, fixedList, pageList} from './documentLists.ts'
import {MediaPane} from './media/MediaPane.tsx'
import {productItem} from './productItem.ts'
import {SiteMapPane} from './siteMap/SiteMapPane.tsx'

const companyRoutes = routes.filter((route) => areaOf(route) === 'topLevel' && !isCapabilityRoute(route))
const capabilityRoutes = routes.filter(isCapabilityRoute)

const siteMapTitle = label('网站地图', 'Site map')
const mediaTitle = label('图片', 'Media')

/** Content as marketers think of it: by product and area, not by document type. */
export const structure: StructureResolver = (S) => {
  const capabilityTitle = label('技术能力', 'Capabilities')
  const capabilityItems = [
    pageList(S, {id: 'capability-pages', title: label('页面', 'Pages'), routes: capabilityRoutes}),
    fixedList(S, {id: 'capability-facts', title: label('名称与简介', 'Names and summaries'), type: 'capability'}),
  ]
  return S.list()
    .id('content')
    .title(label('内容', 'Content'))
    .items([
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
        .child(S.list().id('capabilities').title(capabilityTitle).items(capabilityItems)),
      S.documentTypeListItem('claim').title(label('数据', 'Claims')),
      S.documentTypeListItem('role').title(label('角色', 'Roles')),
      S.documentTypeListItem('scenario').title(label('演示场景', 'Demo scenarios')),
      S.listItem()
        .id('media')
        .title(mediaTitle)
        .icon(ImagesIcon)
        .child(S.component(MediaPane).id('media').title(mediaTitle)),
      S.divider(),
      fixedItem(S, {id: 'navigation', type: 'navigation', title: label('导航', 'Navigation')}),
      fixedItem(S, {id: 'siteSettings', type: 'siteSettings', title: label('网站设置', 'Site settings')}),
    ])
}
