import type {ComponentProps} from 'react'
import type {Locale} from '@/lib/locales'
import {isRoute, type Route} from '@/lib/routes'
import {contactPath, sitePath} from '@/lib/urls'
import {hiddenRoutes} from '@/sanity/hiddenRoutes'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** One of the site's routes; without language or base path. */
  route: string
  locale: Locale
  /** The page that the link stands on: the contact page is told where its visitor comes from. */
  from?: Route | undefined
}

/**
 * A link to a page of this site in the page's language. A plain one, which `LinkBehaviour` follows within the document.
 * Where the route leads nowhere, its text stays and the link goes.
 */
export function Link({route, locale, from, children, ...props}: LinkProps) {
  if (!isRoute(route) || hiddenRoutes().has(route)) return <span className={props.className}>{children}</span>
  const href = route === '/contact' && from && from !== route ? contactPath(locale, from) : sitePath(locale, route)
  return (
    <a href={href} {...props}>
      {children}
    </a>
  )
}
