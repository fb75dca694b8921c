import {notFound} from 'next/navigation'
import {type Route, routeFromSegments, routeSegments, routes} from '@/lib/routes'

/** Routes with a folder of their own: they give `ContentPage` components whose code and styles no other page has. */
const ownFolder: ReadonlySet<Route> = new Set(['/contact', '/demo'])

export interface CatchAllProps {
  params: Promise<{path?: string[]}>
}

/** Static params of all other routes. */
export function catchAllParams(): {path: string[]}[] {
  return routes.filter((route) => !ownFolder.has(route)).map((route) => ({path: routeSegments(route)}))
}

/** The route of a request. Next admits only `catchAllParams`, but in previews any path that `proxy.ts` does not see. */
export async function routeOf({params}: CatchAllProps): Promise<Route> {
  const {path} = await params
  const route = routeFromSegments(path)
  return route ?? notFound()
}
