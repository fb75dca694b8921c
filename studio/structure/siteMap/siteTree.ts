import {areaOf, productOf, products, type Route, routes} from '../../../lib/routes.ts'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {isCapabilityRoute} from '../../../sanity/schema/support/pageFields.ts'

export interface RouteGroup {
  name: string
  title: string
  /** The page that the others of the group belong below. */
  parent?: Route
  routes: Route[]
}

const company = routes.filter((route) => areaOf(route) === 'topLevel' && !isCapabilityRoute(route))

/** All pages of the site, in the groups and the order in which people think of them; each page once. */
export const siteTree: readonly RouteGroup[] = [
  {name: 'home', title: label('首页', 'Home'), routes: ['/']},
  ...products.map((name): RouteGroup => {
    const parent: Route = `/${name}`
    const routesOfProduct = routes.filter((route) => productOf(route) === name && route !== parent)
    return {name, title: name.toUpperCase(), parent, routes: [parent, ...routesOfProduct]}
  }),
  {name: 'company', title: label('公司页面', 'Company pages'), routes: company},
  {name: 'capabilities', title: label('技术能力', 'Capabilities'), routes: routes.filter(isCapabilityRoute)},
]
