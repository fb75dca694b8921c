/**
 * The routes of the site: the only list of them. Paths are relative to the base path and the language.
 * Which pages exist is fixed; editors change what a page says.
 */
export const routes = [
  '/',
  '/about',
  '/advp',
  '/contact',
  '/demo',
  '/evms',
  '/java',
  '/lims',
  '/lqm',
  '/maixun',
  '/net',
  '/odoo',
  '/privacy',
  '/story',
  '/test',
  '/ui',
  '/web',
  '/advpPages/analysis',
  '/advpPages/budget',
  '/advpPages/establish',
  '/advpPages/logicalDatabase',
  '/evmsPages/access',
  '/evmsPages/borrow',
  '/evmsPages/energy',
  '/evmsPages/engineering',
  '/evmsPages/licence',
  '/evmsPages/monitor',
  '/evmsPages/plc',
  '/evmsPages/register',
  '/evmsPages/report',
  '/evmsPages/runway',
  '/evmsPages/scrap',
  '/evmsPages/vehicleInformation',
  '/evmsPages/vrp',
  '/limsPages/consume',
  '/limsPages/entrust',
  '/limsPages/equipManagement',
  '/limsPages/equipScheduling',
  '/limsPages/method',
  '/limsPages/peopleAllotment',
  '/limsPages/peopleManagement',
  '/limsPages/record',
  '/limsPages/report',
  '/limsPages/sample',
  '/limsPages/system',
  '/limsPages/testExecution',
  '/lqmPages/ncr',
  '/lqmPages/review',
  '/lqmPages/reviewReport',
  '/lqmPages/vehicleInformation',
] as const

export type Route = (typeof routes)[number]

export const products = ['lims', 'advp', 'lqm', 'evms'] as const
export type ProductName = (typeof products)[number]

/** The part of the site that a route belongs to: `advp` holds the product page and its feature pages. */
export type Area = 'home' | 'topLevel' | ProductName

const known: ReadonlySet<string> = new Set(routes)

/** Returns whether a path is one of the site's routes. Exact: case counts, and a trailing slash is another path. */
export function isRoute(path: string): path is Route {
  return known.has(path)
}

/** `/limsPages/entrust` and `/lims` → `lims`; `/about` → undefined. */
export function productOf(route: Route): ProductName | undefined {
  return products.find((name) => route === `/${name}` || route.startsWith(`/${name}Pages/`))
}

/** The area under which the Studio lists a page. */
export function areaOf(route: Route): Area {
  return route === '/' ? 'home' : (productOf(route) ?? 'topLevel')
}

/** The id of the document that fills a route: `/limsPages/entrust` → `page-limsPages-entrust`, `/` → `page-home`. */
export function pageId(route: Route): string {
  return route === '/' ? 'page-home' : `page-${route.slice(1).replaceAll('/', '-')}`
}

/** A route's path segments, as a catch-all parameter has them: `/` → `[]`. */
export function routeSegments(route: Route): string[] {
  return route === '/' ? [] : route.slice(1).split('/')
}

/** The route of a catch-all parameter, undefined if the site has no such page. */
export function routeFromSegments(segments: readonly string[] = []): Route | undefined {
  const path = `/${segments.join('/')}`
  return isRoute(path) ? path : undefined
}
