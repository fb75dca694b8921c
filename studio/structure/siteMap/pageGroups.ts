import {areaOf, productOf, products, type Route, routes} from '../../../lib/routes.ts'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {isCapabilityRoute} from '../../../sanity/schema/support/pageFields.ts'

export interface PageGroup {
  name: string
  title: string
  /** The group's parent page. */
  parent?: Route
  routes: Route[]
}

const company = routes.filter((route) => areaOf(route) === 'topLevel' && !isCapabilityRoute(route))

/** All pages in groups, each page once. */
export const pageGroups: readonly PageGroup[] = [
  {name: 'home', title: label('首页', 'Home'), routes: ['/']},
  ...products.map((name): PageGroup => {
    const parent: Route = `/${name}`
    const routesOfProduct = routes.filter((route) => productOf(route) === name && route !== parent)
    return {name, title: name.toUpperCase(), parent, routes: [parent, ...routesOfProduct]}
  }),
  {name: 'company', title: label('公司页面', 'Company pages'), routes: company},
  {name: 'capabilities', title: label('技术能力', 'Capabilities'), routes: routes.filter(isCapabilityRoute)},
]
