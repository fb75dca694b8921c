import {stegaClean} from '@sanity/client/stega'
import {menuId} from '@/browser/menu'
import {hasPage, Link} from '@/components/navigation/Link'
import {Arrow} from '@/components/ui/Arrow'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {SiteData} from '@/sanity/presentContent'
import {hueOf} from '@/sanity/projections/product'
import styles from './Menu.module.css'
import {SearchLink} from './SearchLink'

export type MenuGroup = NonNullable<NonNullable<SiteData['navigation']>['menu']>[number]

/** The groups and their links that lead to a page; a group of text alone stays while it has links. */
export function shownGroups(groups: readonly MenuGroup[] | null | undefined): MenuGroup[] {
  return (groups ?? [])
    .map((group) => ({...group, links: group.links?.filter(({route}) => hasPage(route)) ?? null}))
    .filter(({route, links}) => links?.length || hasPage(route))
}

interface MenuProps {
  locale: Locale
  groups: readonly MenuGroup[]
  route?: Route | undefined
}

/**
 * A bar with panels on a wide screen, a sheet on a phone: entries without links and the search first, all groups open. Both are popovers, so opening and
 * closing need no script; `attachMenu` enhances the sheet. Browsers without popovers get anchor links and hover panels.
 */
export function Menu({locale, groups, route}: MenuProps) {
  const words = translator(locale, 'site')
  return (
    <>
      <button className={styles.toggle} type="button" popoverTarget={menuId}>
        <MenuIcon shape="open" />
        {words('menu')}
      </button>
      <a className={styles.toggleLink} href={`#${menuId}`}>
        <MenuIcon shape="open" />
        {words('menu')}
      </a>
      <nav className={styles.menu} id={menuId} popover="auto" aria-label={words('mainNavigation')}>
        <button className={styles.close} type="button" popoverTarget={menuId} popoverTargetAction="hide">
          {words('close')}
          <MenuIcon shape="close" />
        </button>
        <a className={styles.closeLink} href="#menu-closed">
          {words('close')}
          <MenuIcon shape="close" />
        </a>
        <div className={styles.first}>
          {groups.map(
            ({_key, label, route: target, links}) =>
              !links?.length && (
                <Link
                  key={_key}
                  className={styles.quick}
                  to={target ?? ''}
                  locale={locale}
                  aria-current={target === route ? 'page' : undefined}
                >
                  {label}
                  <Arrow />
                </Link>
              ),
          )}
          <SearchLink className={styles.quick} locale={locale}>
            {translator(locale, 'search')('title')}
          </SearchLink>
        </div>
        <ul className={styles.groups}>
          {groups.map((group) => (
            <li key={group._key} data-plain={group.links?.length ? undefined : ''}>
              {group.links?.length ? (
                <MenuPanel locale={locale} group={group} route={route} />
              ) : (
                <Link
                  className={styles.entry}
                  to={group.route ?? ''}
                  locale={locale}
                  aria-current={group.route === route ? 'page' : undefined}
                >
                  {group.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

interface MenuPanelProps {
  locale: Locale
  group: MenuGroup
  route?: Route | undefined
}

/** A group: its button and its panel of links. */
function MenuPanel({locale, group, route}: MenuPanelProps) {
  const words = translator(locale, 'site')
  const id = `menu-${group._key}`
  const links = group.links ?? []
  const here = route !== undefined && [group.route, ...links.map((link) => link.route)].some((item) => item === route)
  return (
    <div className={styles.group} data-hue={hueOf(group.route)}>
      <button className={styles.entry} type="button" popoverTarget={id} data-here={here || undefined}>
        {group.label}
        <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true">
          <path d="m1 1 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <div className={styles.panel} id={id} popover="auto">
        <div className={styles.panelHead}>
          <p className={styles.panelTitle}>
            <span className={styles.code}>{group.label}</span>
            {group.title && <span>{group.title}</span>}
          </p>
          {hasPage(group.route) && (
            <Link
              className={styles.overview}
              to={group.route}
              locale={locale}
              aria-label={words('overviewOf', {name: stegaClean(group.label)})}
              aria-current={group.route === route ? 'page' : undefined}
            >
              {words('overview')}
              <Arrow />
            </Link>
          )}
        </div>
        <ul className={styles.links}>
          {links.map((link) => (
            <li key={link._key}>
              <Link
                className={styles.link}
                to={link}
                locale={locale}
                aria-current={link.route === route && !link.section ? 'page' : undefined}
              >
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const iconPaths = {open: 'M2 7h20M2 12h14M2 17h20', close: 'm5 5 14 14M19 5 5 19'} as const

function MenuIcon({shape}: {shape: keyof typeof iconPaths}) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={iconPaths[shape]} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
