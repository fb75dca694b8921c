import type {ComponentProps} from 'react'
import {hiddenRoutes} from '@/lib/hiddenRoutes'
import type {Locale} from '@/lib/locales'
import {isRoute} from '@/lib/routes'
import {localePath} from '@/lib/urls'
import {PrefetchLink} from './PrefetchLink'

interface LinkProps extends Omit<ComponentProps<typeof PrefetchLink>, 'href'> {
  /** One of the site's routes; without language or base path. */
  route: string
  locale: Locale
}

/** A link to a page of this site in the page's language. Where the route leads nowhere, its text stays and the link goes. */
export function Link({route, locale, children, ...props}: LinkProps) {
  if (!isRoute(route) || hiddenRoutes().has(route)) return <span className={props.className}>{children}</span>
  return (
    <PrefetchLink href={localePath(locale, route)} {...props}>
      {children}
    </PrefetchLink>
  )
}
