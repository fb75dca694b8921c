import type {Route} from '@/lib/routes'
import type {MenuGroup} from './Menu'

type MenuLink = NonNullable<MenuGroup['links']>[number]

/** The links before and after a route in the menu group that holds it: the order in which the menu lists them. */
export function neighboursOf(
  route: Route,
  groups: readonly MenuGroup[],
): {previous?: MenuLink | undefined; next?: MenuLink | undefined} {
  for (const {links} of groups) {
    const place = links?.findIndex((link) => link.route === route) ?? -1
    if (place >= 0) return {previous: links?.[place - 1], next: links?.[place + 1]}
  }
  return {}
}
