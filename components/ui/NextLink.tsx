import type {BlockContext} from '@/components/blocks/context'
import {hasPage, Link} from '@/components/navigation/Link'
import type {LinkTarget} from '@/sanity/projections/link'
import {Arrow} from './Arrow'
import styles from './NextLink.module.css'

interface NextLinkProps {
  link: LinkTarget | null | undefined
  context: Pick<BlockContext, 'locale' | 'route'>
}

/** The link below a section; nothing without one, or without its page. */
export function NextLink({link, context}: NextLinkProps) {
  if (!link || !hasPage(link.route)) return null
  return (
    <Link className={styles.next} to={link} locale={context.locale} from={context.route}>
      {link.label}
      <Arrow />
    </Link>
  )
}
