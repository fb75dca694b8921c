import type {ComponentProps} from 'react'
import type {Locale} from '@/lib/locales'
import {isRoute, type Route} from '@/lib/routes'
import {contactPath, sitePath} from '@/lib/urls'
import {hiddenRoutes} from '@/sanity/hiddenRoutes'
import {type DemoStep, fragmentOf} from '@/sanity/projections/demoStep'
import {sectionFragment} from '@/sanity/projections/section'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A route, without language or base path, or a place in it as content names it. */
  to: string | Target
  locale: Locale
  /** The current page, or a scenario of the demo, passed along to the contact page. */
  from?: Route | `demo-${string}` | undefined
}

interface Target {
  route: string
  /** The step that a link to the demo page opens. */
  demo?: DemoStep
  section?: string | null | undefined
}

/** Returns whether visitors find a page there. Where not, buttons, entries of menus and the like are left out. */
export function hasPage(route: string | null | undefined): route is Route {
  return isRoute(route ?? '') && !hiddenRoutes().has(route ?? '')
}

/** A plain link in the page's language; `browser/followLinks.ts` follows it. Unknown and hidden routes render as text. */
export function Link({to, locale, from, children, ...props}: LinkProps) {
  const {route, demo, section}: Target = typeof to === 'string' ? {route: to} : to
  if (!hasPage(route)) return <span className={props.className}>{children}</span>
  const href = route === '/contact' && from && from !== route ? contactPath(locale, from) : sitePath(locale, route)
  return (
    <a href={href + (route === '/demo' ? fragmentOf(demo) : sectionFragment(route, section))} {...props}>
      {children}
    </a>
  )
}
