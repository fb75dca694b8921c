import {cache} from 'react'

const routesOfRequest = cache((): Set<string> => new Set())
let routesOfMarkup: ReadonlySet<string> | undefined

/**
 * Hidden routes, which links must not lead to. Shared by the server components of one request; outside of one, as in
 * route handlers, only what `withHiddenRoutes` gives.
 */
export function hiddenRoutes(): ReadonlySet<string> {
  return routesOfMarkup ?? routesOfRequest()
}

/** Hides routes from the links of this request's server components. */
export function hideRoutes(routes: readonly string[]): void {
  for (const route of routes) routesOfRequest().add(route)
}

/** Runs a synchronous rendering, in which these routes are hidden. */
export function withHiddenRoutes<Rendered>(routes: ReadonlySet<string>, render: () => Rendered): Rendered {
  routesOfMarkup = routes
  try {
    return render()
  } finally {
    routesOfMarkup = undefined
  }
}
