import {stegaClean} from '@sanity/client/stega'
import {Link} from '@/components/navigation/Link'
import {Arrow} from '@/components/ui/Arrow'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import {hueOf} from './hueOf'
import type {MenuGroup} from './Menu'
import styles from './Menu.module.css'

interface MenuPanelProps {
  locale: Locale
  group: MenuGroup
  route?: Route | undefined
}

/** One group of the menu: its button and the panel of links that it opens. A product's panel lists its modules. */
export function MenuPanel({locale, group, route}: MenuPanelProps) {
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
          {group.route && (
            <Link
              className={styles.overview}
              route={group.route}
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
                route={link.route}
                locale={locale}
                aria-current={link.route === route ? 'page' : undefined}
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
