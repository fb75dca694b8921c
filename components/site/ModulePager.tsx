import {Link} from '@/components/navigation/Link'
import {Arrow} from '@/components/ui/Arrow'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {productOf, type Route} from '@/lib/routes'
import type {MenuGroup} from './Menu'
import styles from './ModulePager.module.css'

interface ModulePagerProps {
  locale: Locale
  groups: readonly MenuGroup[]
  route: Route
}

/** Previous and next module, in the order of the product's menu. */
export function ModulePager({locale, groups, route}: ModulePagerProps) {
  if (!productOf(route) || `/${productOf(route)}` === route) return null
  const {previous, next} = neighboursOf(route, groups)
  if (!previous && !next) return null
  const words = translator(locale, 'site')
  return (
    <nav className={styles.pager} aria-label={words('neighbours')}>
      {previous && (
        <Link className={styles.previous} to={previous.route} locale={locale} rel="prev">
          <span className={styles.direction}>{words('previousModule')}</span>
          <span className={styles.name}>
            <Arrow />
            {previous.label}
          </span>
        </Link>
      )}
      {next && (
        <Link className={styles.next} to={next.route} locale={locale} rel="next">
          <span className={styles.direction}>{words('nextModule')}</span>
          <span className={styles.name}>
            {next.label}
            <Arrow />
          </span>
        </Link>
      )}
    </nav>
  )
}

type MenuLink = NonNullable<MenuGroup['links']>[number]

/** The links before and after a route within its menu group. */
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
