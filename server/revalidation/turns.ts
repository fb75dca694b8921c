import type {Route} from '../../lib/routes.ts'

/** Which refresh each route belongs to; the latest knows best what the route should show. */
const latest = new Map<Route, number>()
let count = 0
let begunAt = 0

/** One refresh's claim on its routes. */
export interface Turn {
  /** Whether a later refresh has claimed the route. */
  isTakenOver(route: Route): boolean
}

/** Claims the routes for a refresh that begins now. */
export function beginTurn(routes: readonly Route[]): Turn {
  const turn = ++count
  begunAt = performance.now()
  for (const route of routes) latest.set(route, turn)
  return {isTakenOver: (route) => latest.get(route) !== turn}
}

/** Resolves once no refresh has begun for this long, in milliseconds. */
export async function untilQuiet(pause: number): Promise<void> {
  for (;;) {
    const rest = begunAt + pause - performance.now()
    if (rest <= 0) return
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}
