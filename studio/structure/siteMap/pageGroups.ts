import {areaOf, type ProductName, productOf, products, type Route, routes} from '../../../lib/routes.ts'
import {isCapabilityRoute} from '../../../sanity/fixedDocuments.ts'
import {label} from '../../../sanity/schema/support/bilingual.ts'

export interface PageGroup {
  name: string
  title: string
  /** The group's parent page. */
  parent?: Route
  routes: Route[]
}

export const companyRoutes = routes.filter((route) => areaOf(route) === 'topLevel' && !isCapabilityRoute(route))
export const capabilityRoutes = routes.filter(isCapabilityRoute)

/** Returns the routes of a product's feature pages. */
export function featureRoutes(name: ProductName): Route[] {
  return routes.filter((route) => productOf(route) === name && route !== `/${name}`)
}

/** All pages in groups, each page once. */
export const pageGroups: readonly PageGroup[] = [
  {name: 'home', title: label('首页', 'Home'), routes: ['/']},
  ...products.map((name): PageGroup => {
    const parent: Route = `/${name}`
    return {name, title: name.toUpperCase(), parent, routes: [parent, ...featureRoutes(name)]}
  }),
  {name: 'company', title: label('公司页面', 'Company pages'), routes: companyRoutes},
  {name: 'capabilities', title: label('技术能力', 'Capabilities'), routes: capabilityRoutes},
]
