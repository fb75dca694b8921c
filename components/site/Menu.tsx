import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {SiteData} from '@/sanity/content.types'
import styles from './Menu.module.css'
import {MenuPanel} from './MenuPanel'
import {MenuSign} from './MenuSign'
import {sheetId} from './sheetId'

export type MenuGroup = NonNullable<NonNullable<SiteData['navigation']>['menu']>[number]

interface MenuProps {
  locale: Locale
  groups: readonly MenuGroup[]
  route?: Route | undefined
}

/**
 * The menu: a bar with panels on a wide screen, a sheet on which all groups lie open on a phone. Both are popovers, which
 * the browser opens and closes by itself, Escape and a tap outside included, without any script; `watchMenu` adds to
 * the sheet. Browsers without popovers get links to the sheet's anchor, and panels that open under the pointer.
 */
export function Menu({locale, groups, route}: MenuProps) {
  const words = translator(locale, 'site')
  return (
    <>
      <button className={styles.toggle} type="button" popoverTarget={sheetId}>
        <MenuSign shape="open" />
        {words('menu')}
      </button>
      <a className={styles.toggleLink} href={`#${sheetId}`}>
        <MenuSign shape="open" />
        {words('menu')}
      </a>
      <nav className={styles.menu} id={sheetId} popover="auto" aria-label={words('mainNavigation')}>
        <button className={styles.close} type="button" popoverTarget={sheetId} popoverTargetAction="hide">
          {words('close')}
          <MenuSign shape="close" />
        </button>
        <a className={styles.closeLink} href="#menu-closed">
          {words('close')}
          <MenuSign shape="close" />
        </a>
        <ul className={styles.groups}>
          {groups.map((group) => (
            <li key={group._key}>
              {group.links?.length ? (
                <MenuPanel locale={locale} group={group} route={route} />
              ) : (
                <Link
                  className={styles.entry}
                  route={group.route ?? ''}
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
