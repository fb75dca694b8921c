import {hasPage, Link} from '@/components/navigation/Link'
import {Arrow} from '@/components/ui/Arrow'
import type {Locale} from '@/lib/locales'
import type {PageData} from '@/sanity/presentContent'
import {linkShape} from '@/sanity/projections/link'
import linkStyles from './ContactLink.module.css'
import styles from './PageActions.module.css'

/** The buttons below a page's lead, two at most: the first one filled. A broken one, or one to a hidden page, is left out. */
export function PageActions({page, locale}: {page: PageData; locale: Locale}) {
  const actions = (page.actions ?? []).flatMap((action) => {
    const {success, data} = linkShape.safeParse(action)
    return success && hasPage(data.route) ? [{key: action._key, link: data}] : []
  })
  if (actions.length === 0) return null
  return (
    <p className={styles.actions}>
      {actions.slice(0, 2).map(({key, link}, index) => (
        <Link key={key} className={linkStyles.button} to={link} locale={locale} from={page.route}>
          {link.label}
          {index === 0 && <Arrow />}
        </Link>
      ))}
    </p>
  )
}
