import {Link} from '@/components/navigation/Link'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {SiteData} from '@/sanity/content.types'
import styles from './Menu.module.css'
import {MenuPanel} from './MenuPanel'

export type MenuGroup = NonNullable<NonNullable<SiteData['navigation']>['menu']>[number]

interface MenuProps {
  locale: Locale
  groups: readonly MenuGroup[]
  route?: Route | undefined
}

const sheetId = 'site-menu'

/**
 * The menu: a bar with panels on a wide screen, a sheet with panels on a phone. Both are popovers, which the browser
 * opens and closes by itself, Escape and a tap outside included: no script of ours takes part.
 */
export function Menu({locale, groups, route}: MenuProps) {
  const words = translator(locale, 'site')
  return (
    <>
      <button className={styles.toggle} type="button" popoverTarget={sheetId}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M2 7h20M2 12h14M2 17h20" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        {words('menu')}
      </button>
      <nav className={styles.menu} id={sheetId} popover="auto" aria-label={words('mainNavigation')}>
        <button className={styles.close} type="button" popoverTarget={sheetId} popoverTargetAction="hide">
          {words('close')}
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
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
